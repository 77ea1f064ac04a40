import { TextField } from '../../ui/field.tsx';

export const UsernameField = () => (
  <TextField
    name="username"
    label="Username"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
  />
);
