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
 * The rows of both engines: text, whole numbers, a few real numbers, and the bytes of pictures. Lists are JSON in a
 * text column. Times are ISO 8601 in UTC, so that they sort as text.
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

/** The tables of submissions, which visitors send. */
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
  /**
   * The name of one row in messages. Staff change and delete rows of these tables, which have a version: see change.ts.
   */
  entry?: string;
  /** Visitors read the table, so its changes are counted: see versions.ts. */
  isPublic?: true;
  /**
   * The table is in no backup: its rows are derived from other tables, or belong to the running site. For example, a
   * restored session could be one that was ended since the backup.
   */
  isLeftOut?: true;
  /** The table may have rows in a new database. A restore deletes them first. */
  mayStartFilled?: true;
  /** Columns whose values must not leave the database. A backup has null in their place. */
  secrets?: Column[];
  /**
   * The number of columns of the primary key, which are the first ones of the table. One unless this says otherwise.
   */
  keyColumns?: number;
  /** Columns with a closed list of values. A restore refuses other values. */
  closedLists?: { [Name in Column & string]?: readonly string[] };
  /** Columns that contain a JSON list of texts. A restore refuses anything else. */
  textLists?: Column[];
  /** Columns that contain bytes. Such rows are large, so a backup reads and writes few of them at a time. */
  bytes?: Column[];
}

/**
 * Facts about every table, in the order of a backup: a row comes after the rows that it refers to. `content_versions`
 * comes last, because inserts into other tables increment its counts.
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
  // Together with the key in `meta`, hashed networks could be turned into IP addresses.
  presses: { closedLists: { kind: pressKinds }, secrets: ['network_hash'] },
  press_counts: { isPublic: true },
  // A restored address would get mails, although its owner may have ended that since the backup.
  follows: { isLeftOut: true },
  follow_secrets: { isLeftOut: true },
  facets: { isLeftOut: true },
  users: { entry: 'user', closedLists: { role: vocabulary.roles } },
  // A stolen backup must not allow anybody to compute codes. After a restore, recovery codes are used instead (decision
  // 046).
  totp_secrets: { isLeftOut: true },
  recovery_codes: {},
  // A restored invitation may have been used or withdrawn since the backup.
  invitations: { isLeftOut: true },
  invitation_secrets: { isLeftOut: true },
  mail_settings: {},
  // A restored mail would be sent a second time.
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

/** The names of the tables whose facts include `Fact`. */
export type TablesWith<Fact> = {
  [Name in keyof Tables]: (typeof tables)[Name] extends Fact ? Name : never;
}[keyof Tables];

export const tablesWith = <Fact extends keyof TableFacts<string>>(fact: Fact) =>
  tableNames.filter(
    (name): name is TablesWith<{ [Each in Fact]: unknown }> => fact in tables[name],
  );

/** The id of a pod, app or post is a slug. `uid` sorts by the time of creation. */
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
  /** The path of its largest WebP file; null without a picture. */
  lead_picture: string | null;
  /** Empty if the picture is decorative. */
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
  /** The username at that time. */
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
  /** The article as HTML. It is current only if `html_renderer` and `html_version` match: see article-html.ts. */
  content_html: string | null;
  html_renderer: number | null;
  /** The version of the row from which the HTML was rendered. */
  html_version: number | null;
  /** The folded title and excerpt, for the search of the blog page; null until it is written: see search-texts.ts. */
  search_text: string | null;
  lead_picture: string | null;
  lead_alt: string | null;
}

/** A picture that staff have uploaded: see picture.ts. */
export interface PictureRow {
  /** The first 32 hexadecimal digits of the SHA-256 of the upload. */
  hash: string;
  /** The size of its largest file, in pixels. */
  width: number;
  height: number;
  created_at: string;
  /** When it was last uploaded, or found to be in use. */
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
  /** The `uid` of the post, which a draft keeps when it is published. */
  id: string;
  /** The id of the published post; null for a draft. */
  blog_id: string | null;
  /** `PostFields` in JSON; null if there is no unpublished text. */
  post: string | null;
  /** The version of the published post on which the text is based. */
  blog_version: number | null;
  scheduled_for: string | null;
  time_zone: string | null;
  saved_at: string;
  /** The username at that time. */
  saved_by: string;
  version: number;
}

/** An earlier text of a manuscript: see revision.ts. */
export interface RevisionRow {
  id: string;
  manuscript_id: string;
  kind: string;
  /** `PostFields` in JSON. */
  post: string;
  /** The username at that time; null if it is not known. */
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
  /** Private: only staff and the sender see it. Mails to the sender about this idea go to it. */
  email: string | null;
  /** The id of the user who is assigned to it. */
  owner_id: string | null;
  /**
   * The id of the main idea, if this idea is a duplicate: see duplicate.ts. The main idea may be in the trash or the
   * quarantine.
   */
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

/** A submission that is held back until staff release or delete it. `submission` is its row in JSON. */
export interface QuarantineRow {
  id: string;
  kind: string;
  submission: string;
  suspicion: string;
}

/** A change of a submission or a user. Rows are only added; an erasure empties `before` and `after`. */
export interface HistoryRow {
  id: string;
  kind: string;
  submission_id: string;
  /**
   * The username at that time; null for the sender. Changes by the site or the command line have the names in
   * history.ts.
   */
  username: string | null;
  what: string;
  before: string | null;
  after: string | null;
  created_at: string;
}

/** A deleted submission. `submission` is its row in JSON. */
export interface TrashRow {
  id: string;
  kind: string;
  submission: string;
  deleted_at: string;
  /** The username at that time; null if the sender withdrew it. */
  deleted_by: string | null;
}

/** A file that staff have imported: see import.ts. */
export interface ImportRow {
  /** Chosen by the browser as an idempotency key: a repeated request imports once. */
  id: string;
  kind: string;
  file_name: string;
  /** The username at that time. */
  username: string;
  created_at: string;
  row_count: number;
  undone_at: string | null;
  undone_by: string | null;
}

/** Tells which import a submission came from, also while it is in the quarantine or the trash. */
export interface ImportedRowRow {
  submission_id: string;
  import_id: string;
  /** SHA-256 of the row in the file; null after the personal data of the submission was removed. */
  row_hash: string | null;
}

/** Gives a sender access to their submission, also while it is in the quarantine or the trash. */
export interface ReceiptRow {
  /** SHA-256 of the secret in the URL, so that a stolen database opens no receipt. */
  secret_hash: string;
  kind: string;
  submission_id: string;
}

/** A message between the sender of a submission and staff. */
export interface MessageRow {
  id: string;
  submission_id: string;
  /** The username at that time; null for the sender. */
  username: string | null;
  text: string;
  created_at: string;
}

/** The id of an erased submission. Restoring an older backup erases the submission again. */
export interface ErasureRow {
  submission_id: string;
  erased_at: string;
}

/** A connection between two of: post, idea, pod, app. The end whose kind comes first in `lineageKinds` is `from`. */
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
  /** SHA-256 of the id of the idea and the browser's secret. */
  browser_hash: string;
  /**
   * A keyed hash of the network, which the sweep removes on the next day; null if the press is not counted, because
   * another press of the network was.
   */
  network_hash: string | null;
  is_counted: number;
  /** Private: only staff see the name and the e-mail address. */
  name: string | null;
  email: string | null;
  created_at: string;
}

/** How many presses of each kind are counted for an idea. */
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
  /** The e-mail address in lower case. With `idea_id` it is unique: an address follows an idea once. */
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
  /** The normalised username. It is unique, so that no two usernames differ in case alone. */
  username_key: string;
  role: string;
  password_hash: string;
  created_at: string;
  version: number;
  /**
   * Somebody whose address the OpenID provider has verified signs in as the user with this address (decision 047). Set
   * by admins.
   */
  sign_in_email: string | null;
  /** The address in lower case. It is unique. */
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
  /** Submissions up to this time were in a digest, or arrived while the member wanted none. */
  told_until: string;
  /** The earliest time of the next digest; null before the first one. */
  next_digest_at: string | null;
  version: number;
}
