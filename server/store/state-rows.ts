/** Rows of the running site itself, beside its content. */

export interface SessionRow {
  /** SHA-256 of the token: a stolen database holds no usable token. */
  token_hash: string;
  user_id: string;
  created_at: string;
  used_at: string;
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

/** The searchable text of an idea, application or contact: see search-texts.ts. On SQLite a trigger adds a number. */
export interface TextRow {
  id: string;
  text: string;
}
