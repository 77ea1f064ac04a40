import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../root.ts';
import { applications } from './demo/applications.ts';
import { apps } from './demo/apps.ts';
import { contacts } from './demo/contacts.ts';
import { ideas } from './demo/ideas.ts';
import { milestones } from './demo/milestones.ts';
import { pods } from './demo/pods.ts';
import { posts } from './demo/posts.ts';
import { newId } from './id.ts';
import { takeTurn } from './lock.ts';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

/** Fills an empty database, once: a site that staff have emptied stays empty. */
export async function fillWithDemo(db: Db, now: Date): Promise<boolean> {
  if (!(await wantsDemo(db))) return false;
  const articles = await Promise.all(
    posts.map(({ id }) => readFile(path.join(root, 'server/store/demo/posts', `${id}.md`), 'utf8')),
  );
  return db.transaction().execute(async (tx) => {
    await takeTurn(tx, 'first start');
    if (!(await wantsDemo(tx))) return false;
    await insertContent(tx, articles);
    await insertSubmissions(tx);
    await tx.insertInto('meta').values({ key: filled, value: now.toISOString() }).execute();
    return true;
  });
}

const filled = 'demo content';

async function wantsDemo(db: Db): Promise<boolean> {
  const once = await db.selectFrom('meta').select('key').where('key', '=', filled).execute();
  if (once.length > 0) return false;
  for (const table of content) {
    const rows = await db.selectFrom(table).select('id').limit(1).execute();
    if (rows.length > 0) return false;
  }
  return true;
}

const content = [
  'pods',
  'apps',
  'blogs',
  'milestones',
  'ideas',
  'applications',
  'contacts',
] as const satisfies (keyof Tables)[];

async function insertContent(tx: Db, articles: string[]): Promise<void> {
  await tx
    .insertInto('pods')
    .values(
      byDate(pods, ({ startDate }) => startDate).map((pod) => ({
        id: pod.id,
        uid: newId(new Date(pod.startDate)),
        name: pod.name,
        description: pod.description,
        status: pod.status,
        progress: pod.progress,
        team_size: pod.teamSize,
        start_date: pod.startDate,
        end_date: pod.endDate,
        technologies: JSON.stringify(pod.technologies),
        version: 1,
      })),
    )
    .execute();
  await tx
    .insertInto('apps')
    .values(
      byDate(apps, ({ createdAt }) => createdAt).map((app) => ({
        id: app.id,
        uid: newId(new Date(app.createdAt)),
        name: app.name,
        description: app.description,
        category: app.category,
        status: app.status,
        technologies: JSON.stringify(app.technologies),
        demo_url: app.demoUrl,
        github_url: app.githubUrl,
        pod_id: app.podId,
        created_at: app.createdAt,
        version: 1,
      })),
    )
    .execute();
  await tx
    .insertInto('blogs')
    .values(
      posts.map((post, index) => ({
        id: post.id,
        uid: newId(new Date(post.publishedAt)),
        title: post.title,
        excerpt: post.excerpt,
        content: articles[index]?.trim() ?? '',
        author: post.author,
        category: post.category,
        published_at: post.publishedAt,
        read_time: post.readTime,
        featured: Number(post.featured),
        tags: JSON.stringify(post.tags),
        image_url: post.imageUrl,
        external_url: post.externalUrl,
        version: 1,
      })),
    )
    .execute();
  await tx
    .insertInto('milestones')
    .values(
      milestones.map((milestone) => ({
        id: newId(new Date(milestone.date)),
        ...milestone,
        version: 1,
      })),
    )
    .execute();
}

async function insertSubmissions(tx: Db): Promise<void> {
  await tx
    .insertInto('ideas')
    .values(
      ideas.map((idea) => ({
        id: newId(new Date(idea.createdAt)),
        title: idea.title,
        submitter_name: idea.submitterName,
        problem_statement: idea.problemStatement,
        proposed_solution: idea.proposedSolution,
        target_audience: idea.targetAudience,
        expected_impact: idea.expectedImpact,
        required_expertise: JSON.stringify(idea.requiredExpertise),
        success_metrics: idea.successMetrics,
        dependencies: idea.dependencies,
        status: idea.status,
        notes: idea.notes,
        created_at: idea.createdAt,
        version: 1,
      })),
    )
    .execute();
  await tx
    .insertInto('applications')
    .values(
      applications.map((application) => ({
        id: newId(new Date(application.createdAt)),
        full_name: application.fullName,
        email: application.email,
        role: application.role,
        mattermost_handle: application.mattermostHandle,
        circles: JSON.stringify(application.circles),
        meets_requirements: application.meetsRequirements,
        currently_in_circle: application.currentlyInCircle,
        experience: application.experience,
        availability: application.availability,
        skills: JSON.stringify(application.skills),
        linkedin: application.linkedin,
        github: application.github,
        portfolio: application.portfolio,
        motivation: application.motivation,
        status: application.status,
        notes: application.notes,
        created_at: application.createdAt,
        version: 1,
      })),
    )
    .execute();
  await tx
    .insertInto('contacts')
    .values(
      contacts.map((contact) => ({
        id: newId(new Date(contact.createdAt)),
        name: contact.name,
        email: contact.email,
        subject: contact.subject,
        inquiry_type: contact.inquiryType,
        message: contact.message,
        status: contact.status,
        created_at: contact.createdAt,
        version: 1,
      })),
    )
    .execute();
}

const byDate = <T>(entries: readonly T[], dateOf: (entry: T) => string): T[] =>
  entries.toSorted((a, b) => dateOf(a).localeCompare(dateOf(b)));
