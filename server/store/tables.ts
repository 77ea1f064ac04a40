/**
 * The rows, as both engines keep them: text, whole numbers, and one real number. Lists are JSON in a
 * text column and decoded by name; times are ISO 8601 in UTC, so that they sort as text.
 */
export interface Tables {
  pods: PodRow;
  apps: AppRow;
  blogs: BlogRow;
  milestones: MilestoneRow;
  ideas: IdeaRow;
  applications: ApplicationRow;
  contacts: ContactRow;
  quarantine: QuarantineRow;
  users: UserRow;
  sessions: SessionRow;
  idempotency_keys: IdempotencyRow;
  rate_limits: RateLimitRow;
  locks: LockRow;
  meta: MetaRow;
  content_versions: ContentVersionRow;
}

/** Pods, apps and posts are known by a slug; `uid` keeps the order in which they were made. */
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
}

/** A submission that waits for staff: the row as it will be, in JSON. */
export interface QuarantineRow {
  id: string;
  kind: string;
  submission: string;
  suspicion: string;
}

export interface UserRow {
  id: string;
  username: string;
  /** The username as it is compared: no two may differ in case alone. */
  username_key: string;
  role: string;
  password_hash: string;
  created_at: string;
  version: number;
}

export interface SessionRow {
  /** SHA-256 of the token: a stolen database holds no usable token. */
  token_hash: string;
  user_id: string;
  created_at: string;
  used_at: string;
}

export interface IdempotencyRow {
  scope: string;
  key: string;
  body_hash: string;
  answer: string;
  created_at: string;
}

export interface RateLimitRow {
  key: string;
  points: number;
  ends_at: string;
}

/** One row for each thing that only one transaction at a time may decide. */
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
