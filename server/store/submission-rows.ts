/** Rows of submissions, and of everything that belongs to them: see tables.ts. */

export interface IdeaRow {
  id: string;
  title: string;
  submitter_name: string;
  problem_statement: string;
  proposed_solution: string;
  target_audience: string;
  expected_impact: string;
  required_expertise: string;
  success_metrics: string | null;
  dependencies: string | null;
  status: string;
  notes: string | null;
  created_at: string;
  version: number;
  /** The public answer of staff. */
  answer: string | null;
  /** Private: only to tell the sender about this idea. */
  email: string | null;
  /** The user who looks after it. */
  owner_id: string | null;
  /** The id of the idea that says the same, which is no duplicate itself: see duplicate.ts. It may be in the trash. */
  duplicate_of: string | null;
}

export interface ApplicationRow {
  id: string;
  full_name: string;
  email: string;
  role: string;
  mattermost_handle: string;
  circles: string;
  meets_requirements: string;
  currently_in_circle: string;
  experience: string | null;
  availability: string | null;
  skills: string;
  linkedin: string | null;
  github: string | null;
  portfolio: string | null;
  motivation: string | null;
  status: string;
  notes: string | null;
  created_at: string;
  version: number;
  owner_id: string | null;
}

export interface ContactRow {
  id: string;
  name: string;
  email: string;
  subject: string;
  inquiry_type: string;
  message: string;
  status: string;
  created_at: string;
  version: number;
  owner_id: string | null;
}

/** A submission that waits for staff: the row as it will be, in JSON. */
export interface QuarantineRow {
  id: string;
  kind: string;
  submission: string;
  suspicion: string;
}

/** A change of a submission. Rows are only added; an erasure empties `before` and `after`. */
export interface HistoryRow {
  id: string;
  kind: string;
  submission_id: string;
  /** The username of the member of staff at that time; null for the sender. */
  username: string | null;
  what: string;
  before: string | null;
  after: string | null;
  created_at: string;
}

/** A deleted submission: its row in JSON. */
export interface TrashRow {
  id: string;
  kind: string;
  submission: string;
  deleted_at: string;
  /** The username of the member of staff; null for the sender. */
  deleted_by: string | null;
}

/** The way of a sender to a submission, wherever it is. */
export interface ReceiptRow {
  /** SHA-256 of the secret in the address: a stolen database opens no receipt. */
  secret_hash: string;
  kind: string;
  submission_id: string;
}

/** A message between the sender of a submission and staff. */
export interface MessageRow {
  id: string;
  submission_id: string;
  /** The username of the member of staff at that time; null for the sender. */
  username: string | null;
  text: string;
  created_at: string;
}

/** An erased submission. A restore of an older backup erases it again. */
export interface ErasureRow {
  submission_id: string;
  erased_at: string;
}

/** A connection between two of: post, idea, pod, app. The kinds stand in that order. */
export interface ConnectionRow {
  from_kind: string;
  from_id: string;
  to_kind: string;
  to_id: string;
}

/** A visitor's press about an idea: see press.ts. */
export interface PressRow {
  id: string;
  idea_id: string;
  kind: string;
  /** SHA-256 of the browser's secret and the id of the idea. */
  browser_hash: string;
  /** A keyed hash of the network, until the day ends; null if another press of the network was counted. */
  network_hash: string | null;
  is_counted: number;
  /** Private: for staff alone. */
  name: string | null;
  email: string | null;
  created_at: string;
}

/** How many presses of an idea are counted. */
export interface PressCountRow {
  idea_id: string;
  me_too: number;
  can_help: number;
}

/** An address that follows an idea: see follow.ts. */
export interface FollowRow {
  id: string;
  idea_id: string;
  email: string;
  /** In lower case: an address follows an idea once. */
  email_key: string;
  asked_at: string;
  /** Null until its owner has confirmed. */
  confirmed_at: string | null;
}

export interface FollowSecretRow {
  /** SHA-256 of the secret in a mail. */
  secret_hash: string;
  follow_id: string;
}
