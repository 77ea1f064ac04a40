import { limits } from '#contract/vocabulary.ts';
import { TextField } from '../../ui/field.tsx';

/** The field in which an admin sets the e-mail address of a user. */
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
