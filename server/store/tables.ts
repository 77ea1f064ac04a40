import { historyEvents } from '#contract/history.ts';
import { lineageKinds } from '#contract/lineage.ts';
import { revisionKinds } from '#contract/manuscript-states.ts';
import { pictureFormats } from '#contract/picture-path.ts';
import { pressKinds } from '#contract/press.ts';
import * as vocabulary from '#contract/vocabulary.ts';
import type {
  AppRow,
  BlogRow,
  LogEntryRow,
  ManuscriptRow,
  MilestoneRow,
  PictureFileRow,
  PictureRow,
  PodRow,
  RevisionRow,
} from './content-rows.ts';
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
import type {
  ApplicationRow,
  ConnectionRow,
  ContactRow,
  ErasureRow,
  FollowRow,
  FollowSecretRow,
  HistoryRow,
  IdeaRow,
  MessageRow,
  PressCountRow,
  PressRow,
  QuarantineRow,
  ReceiptRow,
  TrashRow,
} from './submission-rows.ts';
import type { MailSettingsRow, RecoveryCodeRow, UserRow } from './user-rows.ts';

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
