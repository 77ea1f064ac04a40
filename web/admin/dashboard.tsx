import {
  AppWindow,
  ArrowRight,
  type LucideIcon,
  NotebookPen,
  TrendingUp,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { canOpen, type Section } from '#contract/access.ts';
import { usePrefetch, useQuery } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { Link } from '../link.tsx';
import { Activity } from './activity.tsx';
import { FailedMails } from './failed-mail.tsx';
import { Milestones } from './milestones.tsx';
import { useSession } from './session.tsx';
import { Waiting } from './waiting.tsx';

export default function Dashboard() {
  const { user } = useSession();
  usePrefetch(sources.pods, sources.apps, sources.blogs);
  const pods = useQuery(sources.pods);
  const apps = useQuery(sources.apps);
  const blogs = useQuery(sources.blogs);
  const may = (section: Section) => canOpen(user?.role ?? '', section);
  return (
    <>
      <div className="admin-head">
        <div>
          <h1 className="d2">Dashboard</h1>
          <p>
            Welcome back, <bdi>{user?.username}</bdi>.
          </p>
        </div>
      </div>
      <dl className="panel tiles">
        <Tile Icon={Users} label="Active Pods" note="pods in the programme">
          {pods.length}
        </Tile>
        <Tile Icon={AppWindow} label="Total Apps" note="in the portfolio">
          {apps.length}
        </Tile>
        <Tile Icon={NotebookPen} label="Blog Posts" note="published">
          {blogs.length}
        </Tile>
        <Tile Icon={TrendingUp} label="Growth Rate" note="monthly growth">
          12%
        </Tile>
      </dl>
      <Waiting />
      <h2 className="h-sub">Quick actions</h2>
      <div className="quick">
        {may('pods') && (
          <Action href="/admin/pods" Icon={Users} title="Manage Pods">
            Status, progress and team size
          </Action>
        )}
        {may('apps') && (
          <Action href="/admin/apps" Icon={AppWindow} title="Manage Apps">
            Categories, demos and technologies
          </Action>
        )}
        <Action href="/admin/blogs" Icon={NotebookPen} title="Manage Blogs">
          Posts, tags and what is featured
        </Action>
      </div>
      {may('mail') && <FailedMails />}
      {may('activity') && <Activity />}
      {may('milestones') && <Milestones />}
    </>
  );
}

interface TileProps {
  Icon: LucideIcon;
  label: string;
  note: string;
  children: ReactNode;
}

function Tile({ Icon, label, note, children }: TileProps) {
  return (
    <div className="tile">
      <dt>
        <Icon className="i" aria-hidden="true" />
        {label}
      </dt>
      <dd>
        {children}
        <span className="sub">{note}</span>
      </dd>
    </div>
  );
}

interface ActionProps {
  href: string;
  Icon: LucideIcon;
  title: string;
  children: string;
}

function Action({ href, Icon, title, children }: ActionProps) {
  return (
    <Link className="card" href={href}>
      <span className="ic">
        <Icon className="i" aria-hidden="true" />
      </span>
      <span>
        <b>{title}</b>
        <span className="help about">{children}</span>
      </span>
      <ArrowRight className="i" aria-hidden="true" />
    </Link>
  );
}
