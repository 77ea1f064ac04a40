import { base32Alphabet } from './base32.ts';
import { askForCode, credential } from './user.ts';
import { limits } from './vocabulary.ts';
import { z } from './zod.ts';

export const recoveryCodeCount = 10;

export const SecondFactor = z
  .object({
    isOn: z.boolean(),
    /** False if the second factor is off. Also false after a restore, because backups leave out TOTP secrets. */
    hasApp: z.boolean(),
    recoveryCodesLeft: z.int().min(0),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.infer<typeof SecondFactor>;

export const PasswordAgain = z
  .object({ password: credential('Enter your password.') })
  .meta({ id: 'PasswordAgain' });
export type PasswordAgain = z.infer<typeof PasswordAgain>;

/** The request to set up an authenticator app. The caller generates the secret; the code proves that the app has it. */
export const SecondFactorDraft = PasswordAgain.extend({
  /** 160 bits in base32. */
  secret: z.string({ error: 'Send the secret.' }).regex(new RegExp(`^[${base32Alphabet}]{32}$`), {
    error: 'A secret has 32 characters of base32.',
  }),
  code: z
    .string({ error: askForCode })
    .trim()
    .min(1, { error: 'Enter the code that your app shows.' })
    .max(limits.line, { error: 'This is too long.' }),
}).meta({ id: 'SecondFactorDraft' });
export type SecondFactorDraft = z.infer<typeof SecondFactorDraft>;

/** The new recovery codes. They are shown once: the database stores only their hashes. */
export const RecoveryCodes = z
  .object({ recoveryCodes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
