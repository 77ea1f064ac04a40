import { historyEvents } from '#contract/history.ts';
import { importKinds } from '#contract/import.ts';
import { lineageKinds } from '#contract/lineage.ts';
import { revisionKinds } from '#contract/manuscript-states.ts';
import { pictureFormats } from '#contract/picture-path.ts';
import { pressKinds } from '#contract/press.ts';
import * as vocabulary from '#contract/vocabulary.ts';
import type {
  ContentVersionRow,
  FacetRow,
  IdempotencyRow,
  InvitationRow,
  InvitationSecretRow,
  LockRow,
  MetaRow,
  OutboxRow,
  PostTagRow,
  RateLimitRow,
  SessionRow,
  StatusCountRow,
  TextRow,
  TotpSecretRow,
} from './state-rows.ts';

/**
 * The row types of all tables, the same for both engines. Booleans are 0 or 1, lists are JSON text, and times are
 * ISO 8601 in UTC, so that they sort as text.
 */
export interface Tables {
  pods: PodRow;
  apps: AppRow;
  log_entries: LogEntryRow;
  blogs: BlogRow;
  manuscripts: ManuscriptRow;
  revisions: RevisionRow;
  pictures: PictureRow;
  picture_files: PictureFileRow;
  milestones: MilestoneRow;
  ideas: IdeaRow;
  applications: ApplicationRow;
  contacts: ContactRow;
  quarantine: QuarantineRow;
  history: HistoryRow;
  trash: TrashRow;
  imports: ImportRow;
  imported_rows: ImportedRowRow;
  receipts: ReceiptRow;
  messages: MessageRow;
  erasures: ErasureRow;
  connections: ConnectionRow;
  presses: PressRow;
  press_counts: PressCountRow;
  follows: FollowRow;
  follow_secrets: FollowSecretRow;
  facets: FacetRow;
  users: UserRow;
  totp_secrets: TotpSecretRow;
  recovery_codes: RecoveryCodeRow;
  invitations: InvitationRow;
  invitation_secrets: InvitationSecretRow;
  mail_settings: MailSettingsRow;
  outbox: OutboxRow;
  sessions: SessionRow;
  idempotency_keys: IdempotencyRow;
  rate_limits: RateLimitRow;
  locks: LockRow;
  meta: MetaRow;
  content_versions: ContentVersionRow;
  status_counts: StatusCountRow;
  idea_texts: TextRow;
  idea_titles: TextRow;
  application_texts: TextRow;
  contact_texts: TextRow;
  app_texts: TextRow;
  pod_texts: TextRow;
  blog_texts: TextRow;
  post_tags: PostTagRow;
}

/** The tables of submissions: visitors send them, or staff import them. */
export const received = ['ideas', 'applications', 'contacts'] as const;
export type Received = (typeof received)[number];

/** The tables whose rows have a history. */
const recorded = [...received, 'users'] as const;
export type Recorded = (typeof recorded)[number];

/** The tables whose rows have a searchable text. */
export type Searched = Received | 'apps' | 'pods' | 'blogs';

export const isReceived = (kind: Searched): kind is Received =>
  (received as readonly string[]).includes(kind);

export interface TableFacts<Column> {
  /** The word for a row in error messages. Set if staff change rows of the table by id and version: see change.ts. */
  entry?: string;
  /** Visitors can read the table, so its changes are counted for the cache: see versions.ts. */
  isPublic?: true;
  /**
   * Backups leave the table out: its rows are derived from other tables, or belong to the running site. For example, a
   * restored session may have been ended since the backup.
   */
  isLeftOut?: true;
  /** The table may have rows in a new database. A restore deletes them first. */
  mayStartFilled?: true;
  /** Columns whose values must not leave the database. Backups contain null instead. */
  secrets?: Column[];
  /** The number of columns of the primary key, which are the first columns of the table. The default is 1. */
  keyColumns?: number;
  /** The columns with a closed list of allowed values. A restore refuses other values. */
  closedLists?: { [Name in Column & string]?: readonly string[] };
  /** Columns that contain a JSON list of texts. A restore refuses other values. */
  textLists?: Column[];
  /** Columns with binary data. They make rows large, so a backup reads and writes few rows at a time. */
  bytes?: Column[];
}

/**
 * Facts about every table, in the order of backups: referenced rows come before the rows that refer to them.
 * `content_versions` is last, because inserts into other tables increment its counts.
 */
export const tables = {
  meta: { mayStartFilled: true },
  pods: {
    entry: 'pod',
    isPublic: true,
    closedLists: { status: vocabulary.podStatuses },
    textLists: ['technologies'],
  },
  apps: {
    entry: 'app',
    isPublic: true,
    closedLists: { category: vocabulary.appCategories, status: vocabulary.appStatuses },
    textLists: ['technologies'],
  },
  log_entries: { entry: 'log entry', isPublic: true },
  blogs: {
    entry: 'blog post',
    isPublic: true,
    textLists: ['tags'],
  },
  manuscripts: { entry: 'post' },
  revisions: { closedLists: { kind: revisionKinds } },
  pictures: {},
  picture_files: { keyColumns: 3, closedLists: { format: pictureFormats }, bytes: ['bytes'] },
  milestones: {
    entry: 'milestone',
    isPublic: true,
    closedLists: { type: vocabulary.milestoneTypes },
  },
  ideas: {
    entry: 'idea',
    isPublic: true,
    closedLists: { status: vocabulary.ideaStatuses },
    textLists: ['required_expertise'],
  },
  applications: {
    entry: 'application',
    closedLists: {
      status: vocabulary.applicationStatuses,
      meets_requirements: vocabulary.yesNo,
      currently_in_circle: vocabulary.yesNo,
    },
    textLists: ['circles', 'skills'],
  },
  contacts: {
    entry: 'contact submission',
    closedLists: { status: vocabulary.contactStatuses },
  },
  quarantine: { closedLists: { kind: received } },
  history: { closedLists: { kind: recorded, what: historyEvents } },
  trash: { closedLists: { kind: received } },
  imports: { closedLists: { kind: importKinds } },
  imported_rows: {},
  receipts: { closedLists: { kind: received } },
  messages: {},
  erasures: {},
  connections: {
    isPublic: true,
    keyColumns: 4,
    closedLists: { from_kind: lineageKinds, to_kind: lineageKinds },
  },
  // With the key in `meta`, which backups contain, the networks behind the hashes could be guessed.
  presses: { closedLists: { kind: pressKinds }, secrets: ['network_hash'] },
  press_counts: { isPublic: true },
  // The owner of a restored address may have unsubscribed since the backup.
  follows: { isLeftOut: true },
  follow_secrets: { isLeftOut: true },
  facets: { isLeftOut: true },
  users: { entry: 'user', closedLists: { role: vocabulary.roles } },
  // A stolen backup must not allow anybody to compute codes. After a restore, recovery codes still work (decision 046).
  totp_secrets: { isLeftOut: true },
  recovery_codes: {},
  // A restored invitation may have been used or withdrawn since the backup.
  invitations: { isLeftOut: true },
  invitation_secrets: { isLeftOut: true },
  mail_settings: {},
  // A mail that waited when the backup was made may have been sent since then.
  outbox: { isLeftOut: true },
  sessions: { isLeftOut: true },
  idempotency_keys: { keyColumns: 2 },
  rate_limits: { isLeftOut: true },
  locks: { isLeftOut: true },
  status_counts: { isLeftOut: true },
  idea_texts: { isLeftOut: true },
  idea_titles: { isLeftOut: true },
  application_texts: { isLeftOut: true },
  contact_texts: { isLeftOut: true },
  app_texts: { isLeftOut: true },
  pod_texts: { isLeftOut: true },
  blog_texts: { isLeftOut: true },
  post_tags: { isLeftOut: true },
  content_versions: { mayStartFilled: true },
} as const satisfies { [Name in keyof Tables]: TableFacts<keyof Tables[Name]> };

export const tableNames = Object.keys(tables) as (keyof Tables)[];

/** The names of the tables whose facts in `tables` include `Fact`. */
export type TablesWith<Fact> = {
  [Name in keyof Tables]: (typeof tables)[Name] extends Fact ? Name : never;
}[keyof Tables];

export const tablesWith = <Fact extends keyof TableFacts<string>>(fact: Fact) =>
  tableNames.filter(
    (name): name is TablesWith<{ [Each in Fact]: unknown }> => fact in tables[name],
  );

/** The `id` of a pod, app or post is a slug. Its `uid` is a UUIDv7, which sorts by creation time. */
export interface PodRow {
  id: string;
  uid: string;
  name: string;
  description: string;
  status: string;
  progress: number;
  team_size: number;
  start_date: string;
  end_date: string | null;
  technologies: string;
  version: number;
}

export interface AppRow {
  id: string;
  uid: string;
  name: string;
  description: string;
  category: string;
  status: string;
  technologies: string;
  demo_url: string | null;
  github_url: string | null;
  pod_id: string | null;
  created_at: string;
  version: number;
  /** The path of the largest WebP file of the picture; null without a picture. */
  lead_picture: string | null;
  /** The alternative text: empty if the picture is decorative, null without a picture. */
  lead_alt: string | null;
}

/** An entry of a flight log: see log.ts. */
export interface LogEntryRow {
  id: string;
  pod_id: string;
  date: string;
  text: string;
  mvp_hours: number;
  extended_hours: number;
  /** The username of the author at `created_at`. */
  author: string;
  created_at: string;
  version: number;
}

export interface BlogRow {
  id: string;
  uid: string;
  title: string;
  excerpt: string;
  content: string;
  author: string;
  category: string;
  published_at: string;
  read_time: number;
  featured: number;
  tags: string;
  image_url: string | null;
  external_url: string | null;
  version: number;
  /** The article as HTML. It is up to date only if `html_renderer` and `html_version` match: see article-html.ts. */
  content_html: string | null;
  html_renderer: number | null;
  /** The `version` of the row from which the HTML was rendered. */
  html_version: number | null;
  /** The folded title and excerpt, for the search on the blog page. Null means not yet written: see `blogText`. */
  search_text: string | null;
  lead_picture: string | null;
  lead_alt: string | null;
}

/** A picture that staff have uploaded: see picture.ts. */
export interface PictureRow {
  /** The first 32 hexadecimal digits of the SHA-256 of the upload. */
  hash: string;
  /** The size of the picture's largest file, in pixels. */
  width: number;
  height: number;
  created_at: string;
  /** The time of the last upload, or of the last check that found the picture in use. */
  checked_at: string;
}

export interface PictureFileRow {
  hash: string;
  width: number;
  format: string;
  bytes: Uint8Array;
}

/** The unpublished text of a post, if any, and its schedule: see manuscript.ts. */
export interface ManuscriptRow {
  /** Equals the `uid` of the published post. Publishing a draft makes the draft's id the `uid`. */
  id: string;
  /** The id of the published post; null for a draft. */
  blog_id: string | null;
  /** `PostFields` as JSON; null if there is no unpublished text. */
  post: string | null;
  /** The version of the published post on which the text is based. */
  blog_version: number | null;
  scheduled_for: string | null;
  time_zone: string | null;
  saved_at: string;
  /** The username at `saved_at`. */
  saved_by: string;
  version: number;
}

/** A saved or published text of a manuscript: see revision.ts. */
export interface RevisionRow {
  id: string;
  manuscript_id: string;
  kind: string;
  /** `PostFields` as JSON. */
  post: string;
  /** The username at `saved_at`; null if it is not known. */
  username: string | null;
  saved_at: string;
  /** The version of the published post that has this text; null for a text that was not published. */
  blog_version: number | null;
}

export interface MilestoneRow {
  id: string;
  title: string;
  description: string;
  date: string;
  type: string;
  version: number;
}

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
  answer: string | null;
  /** The address of the sender. Private: only staff and the sender see it. */
  email: string | null;
  /** The id of the member of staff who looks after the idea. */
  owner_id: string | null;
  /** The id of the main idea of a duplicate: see duplicate.ts. The main idea may be in the trash or the quarantine. */
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

/** A submission that is held back until staff release or delete it. `submission` is its row as JSON. */
export interface QuarantineRow {
  id: string;
  kind: string;
  submission: string;
  suspicion: string;
}

/** A change of a submission or a user. Rows are never deleted. An erasure sets `before` and `after` to null. */
export interface HistoryRow {
  id: string;
  kind: string;
  /** The id of the submission or user. */
  submission_id: string;
  /** The author of the change: the username at `created_at`, null for the sender, or a name from history.ts. */
  username: string | null;
  what: string;
  before: string | null;
  after: string | null;
  created_at: string;
}

/** A deleted submission. `submission` is its row as JSON. */
export interface TrashRow {
  id: string;
  kind: string;
  submission: string;
  deleted_at: string;
  /** The username at `deleted_at`; null if the sender withdrew the submission. */
  deleted_by: string | null;
}

/** A file that staff have imported: see import.ts. */
export interface ImportRow {
  /** Chosen by the browser as an idempotency key, so that a repeated request does not import again. */
  id: string;
  kind: string;
  file_name: string;
  /** The username at `created_at`. */
  username: string;
  created_at: string;
  row_count: number;
  undone_at: string | null;
  undone_by: string | null;
}

/** The import that created a submission. The row stays while the submission is in the quarantine or the trash. */
export interface ImportedRowRow {
  submission_id: string;
  import_id: string;
  /** `hash` of `AcceptedRow` (import-duplicates.ts); null after the personal data of the submission was removed. */
  row_hash: string | null;
}

/** A sender's access to a submission. The row stays while the submission is in the quarantine or the trash. */
export interface ReceiptRow {
  /** SHA-256 of the secret in the URL. A stolen database does not contain the URLs of receipts. */
  secret_hash: string;
  kind: string;
  submission_id: string;
}

/** A message between the sender of a submission and staff. */
export interface MessageRow {
  id: string;
  submission_id: string;
  /** The username at `created_at`; null for the sender. */
  username: string | null;
  text: string;
  created_at: string;
}

/** A tombstone of an erased submission: a restore of an older backup erases the submission again. */
export interface ErasureRow {
  submission_id: string;
  erased_at: string;
}

/**
 * A connection that staff have made, for example between an idea and a pod. Of its two kinds, `from_kind` is the one
 * that comes first in `lineageKinds`.
 */
export interface ConnectionRow {
  from_kind: string;
  from_id: string;
  to_kind: string;
  to_id: string;
}

/** A visitor's "I have this too" or "I can help" for an idea: see press.ts. */
export interface PressRow {
  id: string;
  idea_id: string;
  kind: string;
  /** SHA-256 of the idea's id and the browser's secret. */
  browser_hash: string;
  /** A keyed hash of the network. Null for presses that are not counted, and after the sweep on the next day. */
  network_hash: string | null;
  is_counted: number;
  /** `name` and `email` are private: only staff see them. */
  name: string | null;
  email: string | null;
  created_at: string;
}

/** The number of counted presses of each kind for an idea. */
export interface PressCountRow {
  idea_id: string;
  me_too: number;
  can_help: number;
}

/** An e-mail address that follows an idea: see follow.ts. */
export interface FollowRow {
  id: string;
  idea_id: string;
  email: string;
  /** The e-mail address in lower case. Unique with `idea_id`: an address follows an idea only once. */
  email_key: string;
  asked_at: string;
  /** Null until the owner of the address has confirmed. */
  confirmed_at: string | null;
}

export interface FollowSecretRow {
  /** SHA-256 of the secret in the link of a mail. */
  secret_hash: string;
  follow_id: string;
}

export interface UserRow {
  id: string;
  username: string;
  /** The normalised username (`usernameKeyOf` in user.ts). Unique, so that no two usernames differ in case alone. */
  username_key: string;
  role: string;
  password_hash: string;
  created_at: string;
  version: number;
  /** The address with which the user signs in through the OpenID provider, set by admins (decision 047). */
  sign_in_email: string | null;
  /** `sign_in_email` in lower case. Unique. */
  email_key: string | null;
  has_second_factor: number;
}

/** A recovery code that is not used yet: see second-factor.ts. */
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
  /** The next digest has only submissions after this time. */
  told_until: string;
  /** The earliest time of the next digest; null before the first one. */
  next_digest_at: string | null;
  version: number;
}
