import { useId } from 'react';
import { TextField } from '../../ui/field.tsx';

/** Has an id from `useId`, because a page may have two forms with a username. */
export const UsernameField = () => (
  <TextField
    id={useId()}
    name="username"
    label="Username"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
  />
);
