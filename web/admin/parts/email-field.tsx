import { limits } from '#contract/vocabulary.ts';
import { TextField } from '../../ui/field.tsx';

/** The e-mail address of a user, which admins set. */
export const EmailField = ({ help }: { help?: string }) => (
  <TextField
    name="email"
    type="email"
    label="E-mail"
    {...(help && { help })}
    limit={limits.email}
    autoComplete="off"
    optional
  />
);
