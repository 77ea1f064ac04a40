/** Rows of members of staff: see tables.ts. */

export interface UserRow {
  id: string;
  username: string;
  /** The normalised username, which is unique: no two may differ in case alone. */
  username_key: string;
  role: string;
  password_hash: string;
  created_at: string;
  version: number;
  /** Set by admins. The owner of the address, as the provider has verified it, signs in as this user (decision 047). */
  sign_in_email: string | null;
  /** In lower case, and unique. */
  email_key: string | null;
  has_second_factor: number;
}

/** A recovery code that was not used yet: see second-factor.ts. */
export interface RecoveryCodeRow {
  /** SHA-256 of the code, which has 80 random bits. */
  code_hash: string;
  user_id: string;
}

/** The mail settings of a member of staff. */
export interface MailSettingsRow {
  user_id: string;
  email: string | null;
  wants_digest: number;
  /** Submissions up to this time were in a digest, or arrived before there were digests. */
  told_until: string;
  /** The earliest time of the next digest; null until there was one. */
  next_digest_at: string | null;
  version: number;
}
