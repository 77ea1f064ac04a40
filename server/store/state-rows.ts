/** Rows that the running site needs beside its content, such as sessions, locks, counters and search texts. */

export interface SessionRow {
  /** SHA-256 of the token, so that a stolen database contains no usable token. */
  token_hash: string;
  user_id: string;
  created_at: string;
  used_at: string;
}

/** The secret of an authenticator app. It is not hashed, because codes are computed from it: see second-factor.ts. */
export interface TotpSecretRow {
  user_id: string;
  /** In Base32. */
  secret: string;
  /** The time step of the last accepted code. Only codes of later steps are accepted, so that none works twice. */
  last_step: number;
}

/** An invitation that is not accepted yet: see invitation.ts. */
export interface InvitationRow {
  id: string;
  username: string;
  username_key: string;
  email: string | null;
  email_key: string | null;
  role: string;
  /** The id of the admin who created the invitation. */
  inviter_id: string;
  created_at: string;
  ends_at: string;
}

export interface InvitationSecretRow {
  /** SHA-256 of the secret in the link to the invitation. */
  secret_hash: string;
  invitation_id: string;
}

export interface IdempotencyRow {
  scope: string;
  /** SHA-256 of the Idempotency-Key. */
  key: string;
  body_hash: string;
  answer: string;
  created_at: string;
  /** The secret of the receipt is derived from this salt and the Idempotency-Key; null without a receipt. */
  receipt_salt: string | null;
  /** The id of the submission, if any, that the stored response is about. Its erasure deletes this row. */
  submission_id: string | null;
}

export interface RateLimitRow {
  key: string;
  points: number;
  ends_at: string;
}

/** A lock. A transaction that updates this row has the lock until the transaction ends: see lock.ts. */
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

/** The number of submissions of one kind with one status. Triggers write the table (migration 007). */
export interface StatusCountRow {
  kind: string;
  status: string;
  count: number;
}

/** A value by which a list of submissions can be filtered: see facets.ts. Triggers write the table (migration 012). */
export interface FacetRow {
  kind: string;
  value: string;
  submission_id: string;
}

/**
 * The searchable text of a submission, project, pod or post, or the title of an idea: see search-texts.ts. On SQLite a
 * trigger fills the column `number`; on PostgreSQL a trigger fills the column `short_parts`, except for titles.
 */
export interface TextRow {
  id: string;
  text: string;
}

/** A tag of a post. Triggers write the table (migration 016). */
export interface PostTagRow {
  tag: string;
  published_at: string;
  uid: string;
}

/**
 * A mail, or a message to a webhook, that waits to be sent or was given up: see outbox.ts. Its address, text and secret
 * are read or created when it is sent, so that nothing of an erased submission is sent.
 */
export interface OutboxRow {
  /** Part of the Message-ID of a mail, or the Webhook-Id of a message. */
  id: string;
  topic: string;
  /** The table of the submission; null for digests, invitations and mails to followers. */
  kind: string | null;
  /** The id of a submission, or of the row in `follows` or `invitations`; null for a digest. */
  submission_id: string | null;
  /** The recipient of a digest; null for other mails and for webhooks. */
  user_id: string | null;
  attempts: number;
  next_at: string;
  /** The end of the lease of the process that sends the row. After it, another process may send the row. */
  claimed_until: string | null;
  created_at: string;
  given_up_at: string | null;
  last_error: string | null;
}
