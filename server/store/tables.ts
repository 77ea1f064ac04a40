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
 * The rows of both engines: text, whole numbers, a few real numbers, and the bytes of pictures. Lists are JSON in a text column and decoded by
 * name; times are ISO 8601 in UTC, so that they sort as text.
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

/** The tables of what visitors send. */
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
  /** Name of one row in messages. Staff change and delete the rows, which have a version: see change.ts. */
  entry?: string;
  /** Visitors read it, so its changes are counted: see versions.ts. */
  isPublic?: true;
  /**
   * In no backup: it is made from other tables, or belongs to the running site. A restored session would revive one that
   * has been ended since.
   */
  isLeftOut?: true;
  /** A new database has rows in it. */
  isNeverEmpty?: true;
  /** Columns whose values come from a closed list. */
  closedLists?: { [Name in Column & string]?: readonly string[] };
  /** Columns that hold a list of texts as JSON. */
  textLists?: Column[];
  /** Columns that hold bytes. Such rows are long, so a backup reads and writes few of them at a time. */
  bytes?: Column[];
}

/**
 * Facts about every table, in the order of a backup: a row comes after the row it refers to. The counts of changes come
 * last, because inserts increment them.
 */
export const tables = {
  meta: { isNeverEmpty: true },
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
  picture_files: { closedLists: { format: pictureFormats }, bytes: ['bytes'] },
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
    closedLists: { from_kind: lineageKinds, to_kind: lineageKinds },
  },
  presses: { closedLists: { kind: pressKinds } },
  press_counts: { isPublic: true },
  // A restored address would be mailed although its owner has ended that since.
  follows: { isLeftOut: true },
  follow_secrets: { isLeftOut: true },
  facets: { isLeftOut: true },
  users: { entry: 'user', closedLists: { role: vocabulary.roles } },
  // A stolen backup must not give codes. After a restore, recovery codes take their place (decision 046).
  totp_secrets: { isLeftOut: true },
  recovery_codes: {},
  // A restored invitation may have been used or withdrawn since.
  invitations: { isLeftOut: true },
  invitation_secrets: { isLeftOut: true },
  mail_settings: {},
  // A restored mail would be sent a second time.
  outbox: { isLeftOut: true },
  sessions: { isLeftOut: true },
  idempotency_keys: {},
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
  content_versions: { isNeverEmpty: true },
} as const satisfies { [Name in keyof Tables]: TableFacts<keyof Tables[Name]> };

export const tableNames = Object.keys(tables) as (keyof Tables)[];

/** The names of the tables whose facts include `Fact`. */
export type TablesWith<Fact> = {
  [Name in keyof Tables]: (typeof tables)[Name] extends Fact ? Name : never;
}[keyof Tables];

export const tablesWith = <Fact extends keyof TableFacts<string>>(fact: Fact) =>
  tableNames.filter(
    (name): name is TablesWith<{ [Each in Fact]: unknown }> => fact in tables[name],
  );

/** The id of pods, apps and posts is a slug; `uid` keeps the order in which they were created. */
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
  /** The address of its largest file; null without one. */
  lead_picture: string | null;
  /** Empty: the picture is decorative. */
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
  /** The username of the member of staff at that time. */
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
  /** The article as HTML. It is current while the next two columns say so: see article-html.ts. */
  content_html: string | null;
  html_renderer: number | null;
  /** The version of the row that was rendered. */
  html_version: number | null;
  /** The folded text that a search looks through; null until it is written: see search-texts.ts. */
  search_text: string | null;
  lead_picture: string | null;
  lead_alt: string | null;
}

/** A picture that staff have uploaded: see picture.ts. */
export interface PictureRow {
  /** The start of the SHA-256 of what was uploaded, in hexadecimal digits. */
  hash: string;
  /** The size of its largest file. */
  width: number;
  height: number;
  created_at: string;
  /** When somebody uploaded it, or it was last found to be in use. */
  checked_at: string;
}

export interface PictureFileRow {
  hash: string;
  width: number;
  format: string;
  bytes: Uint8Array;
}

/** The text of a post that is not published: see manuscript.ts. */
export interface ManuscriptRow {
  /** The `uid` of the post. */
  id: string;
  /** The published post. */
  blog_id: string | null;
  /** `PostFields` in JSON; null if nothing is unpublished. */
  post: string | null;
  /** The version of the published post that the text began with. */
  blog_version: number | null;
  scheduled_for: string | null;
  time_zone: string | null;
  saved_at: string;
  /** The username of the member of staff at that time. */
  saved_by: string;
  version: number;
}

/** A state of a manuscript that was kept. */
export interface RevisionRow {
  id: string;
  manuscript_id: string;
  kind: string;
  /** `PostFields` in JSON. */
  post: string;
  /** The username of the member of staff at that time; null if it is not known. */
  username: string | null;
  saved_at: string;
  /** The version of the post that was published with this text. */
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

/** A table that staff have imported: see import.ts. */
export interface ImportRow {
  /** Chosen by the browser, so that a repeated request imports once. */
  id: string;
  kind: string;
  file_name: string;
  /** The username of the member of staff at that time. */
  username: string;
  created_at: string;
  row_count: number;
  undone_at: string | null;
  undone_by: string | null;
}

/** A submission that was imported, wherever it is now. */
export interface ImportedRowRow {
  submission_id: string;
  import_id: string;
  /** SHA-256 of what the row said; null when the personal data of the submission was removed. */
  row_hash: string | null;
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
