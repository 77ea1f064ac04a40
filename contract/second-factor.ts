import { z } from 'zod';
import { base32Alphabet } from './base32.ts';
import { askForCode, credential } from './user.ts';
import { limits } from './vocabulary.ts';

/** How many recovery codes are made at a time. */
export const recoveryCodeCount = 10;

/** The second factor of the caller. */
export const SecondFactor = z
  .object({
    isOn: z.boolean(),
    /** False after a restore: backups have no secrets of apps, so only recovery codes work. */
    hasApp: z.boolean(),
    recoveryCodesLeft: z.int().min(0),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.infer<typeof SecondFactor>;

export const PasswordAgain = z
  .object({ password: credential('Enter your password.') })
  .meta({ id: 'PasswordAgain' });
export type PasswordAgain = z.infer<typeof PasswordAgain>;

/** Switches the second factor on. The caller makes the secret, and proves by a code that an app has it. */
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

/** Shown once: the database has only hashes of them. */
export const RecoveryCodes = z
  .object({ recoveryCodes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
