/** Rows of the running site itself, beside its content. */

export interface SessionRow {
  /** SHA-256 of the token: a stolen database holds no usable token. */
  token_hash: string;
  user_id: string;
  created_at: string;
  used_at: string;
}

/** The secret of an authenticator app. It has to be readable, because codes are made from it: see second-factor.ts. */
export interface TotpSecretRow {
  user_id: string;
  /** Base32. */
  secret: string;
  /** The step of the last code that was accepted: no code works twice. */
  last_step: number;
}

/** An invitation that was not accepted yet: see invitation.ts. */
export interface InvitationRow {
  id: string;
  username: string;
  username_key: string;
  email: string | null;
  email_key: string | null;
  role: string;
  /** The admin who has invited. */
  inviter_id: string;
  created_at: string;
  ends_at: string;
}

export interface InvitationSecretRow {
  /** SHA-256 of the secret in a link. */
  secret_hash: string;
  invitation_id: string;
}

export interface IdempotencyRow {
  scope: string;
  /** SHA-256 of the key. */
  key: string;
  body_hash: string;
  answer: string;
  created_at: string;
  /** Together with the key itself it makes the secret of the receipt: see receipt.ts. */
  receipt_salt: string | null;
  /** The submission that the answer shows, so that an erasure finds it. */
  submission_id: string | null;
}

export interface RateLimitRow {
  key: string;
  points: number;
  ends_at: string;
}

/** Locks: a transaction that updates a row holds its lock until it ends. */
export interface LockRow {
  name: string;
  turn: number;
}

export interface MetaRow {
  key: string;
  value: string;
}

export interface ContentVersionRow {
  topic: string;
  version: number;
}

/** How many rows of a table have a status. Triggers count (migration 007). */
export interface StatusCountRow {
  kind: string;
  status: string;
  count: number;
}

/** A value that the list of submissions is filtered by. Triggers write it (migration 012): see facets.ts. */
export interface FacetRow {
  kind: string;
  value: string;
  submission_id: string;
}

/** The searchable text of a submission, project, pod or post: see search-texts.ts. On SQLite a trigger adds a number. */
export interface TextRow {
  id: string;
  text: string;
}

/** A tag of a post. Triggers keep the table (migration 016). */
export interface PostTagRow {
  tag: string;
  published_at: string;
  uid: string;
}

/**
 * A mail that waits to be sent, or was given up. It has no address, text or secret: these are read from the submission
 * when it is sent, so that nothing of an erased submission is mailed.
 */
export interface OutboxRow {
  /** Part of the Message-ID. */
  id: string;
  topic: string;
  /** The table of the submission; null for a digest. */
  kind: string | null;
  submission_id: string | null;
  /** The recipient of a digest. */
  user_id: string | null;
  attempts: number;
  next_at: string;
  /** Set while a process sends it. After this time another process may. */
  claimed_until: string | null;
  created_at: string;
  given_up_at: string | null;
  last_error: string | null;
}
