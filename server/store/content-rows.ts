/** Rows of the content that staff write: see tables.ts. */

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
