import {
  AppWindow,
  ChevronsUpDown,
  Inbox,
  LayoutDashboard,
  Lightbulb,
  LogOut,
  type LucideIcon,
  Mail,
  Menu,
  Moon,
  NotebookPen,
  Settings,
  Shield,
  Sun,
  Users,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { canOpen, type Section } from '#contract/access.ts';
import { site } from '#site.config.ts';
import { Mark } from '../art/marks.tsx';
import { Link } from '../link.tsx';
import { useTheme } from '../theme.tsx';
import { Button } from '../ui/button.tsx';
import { useSession } from './session.tsx';

const entries: { section: Section; name: string; path: string; Icon: LucideIcon }[] = [
  { section: 'dashboard', name: 'Dashboard', path: '/admin', Icon: LayoutDashboard },
  { section: 'pods', name: 'Pods', path: '/admin/pods', Icon: Users },
  { section: 'apps', name: 'Apps', path: '/admin/apps', Icon: AppWindow },
  { section: 'blogs', name: 'Blogs', path: '/admin/blogs', Icon: NotebookPen },
  { section: 'applications', name: 'Applications', path: '/admin/applications', Icon: Inbox },
  { section: 'ideas', name: 'Ideas', path: '/admin/ideas', Icon: Lightbulb },
  { section: 'contacts', name: 'Contacts', path: '/admin/contacts', Icon: Mail },
  { section: 'users', name: 'Users', path: '/admin/users', Icon: Shield },
];

/** The dashboard is current only where it is; the others also below their own address. */
const isCurrent = (target: string, path: string) =>
  target === '/admin' ? path === target : path === target || path.startsWith(`${target}/`);

export function Shell({ path, children }: { path: string; children: ReactNode }) {
  const { user } = useSession();
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);
  const role = user?.role ?? '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the path changes
  useEffect(() => setOpen(false), [path]);

  return (
    <div className="admin">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="admin-top">
        <Button
          variant="ghost"
          icon
          aria-label={open ? 'Close sidebar' : 'Open sidebar'}
          aria-expanded={open}
          aria-controls="sidebar"
          onClick={() => setOpen(!open)}
        >
          <Menu className="i" aria-hidden="true" />
        </Button>
        <Brand />
      </header>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button above does the same by key
        // biome-ignore lint/a11y/useKeyWithClickEvents: the button above does the same by key
        <div className="scrim drawer-scrim" onClick={() => setOpen(false)} />
      )}
      <aside className="side" id="sidebar" data-open={open || undefined} aria-label="Sidebar">
        <Brand />
        <nav aria-label="Staff area">
          {entries
            .filter(({ section }) => canOpen(role, section))
            .map(({ name, path: target, Icon }) => (
              <Link
                key={target}
                href={target}
                aria-current={isCurrent(target, path) ? 'page' : undefined}
              >
                <Icon className="i" aria-hidden="true" />
                {name}
              </Link>
            ))}
        </nav>
        <div className="side-end">
          <ThemeSwitch />
          <UserMenu />
        </div>
      </aside>
      <main className="admin-main" id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** To the public site by a page load: what it shows must be what was just changed here. */
const Brand = () => (
  <a className="brand" href="/" aria-label={`${site.name}, public site`}>
    <Mark />
    {site.name}
  </a>
);

function ThemeSwitch() {
  const { theme, toggle } = useTheme();
  return (
    <button type="button" className="theme-row" onClick={toggle}>
      {theme === 'dark' ? (
        <Sun className="i" aria-hidden="true" />
      ) : (
        <Moon className="i" aria-hidden="true" />
      )}
      Switch theme
    </button>
  );
}

function UserMenu() {
  const { user, logout } = useSession();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', elsewhere);
    return () => removeEventListener('pointerdown', elsewhere);
  }, [open]);

  if (!user) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the Escape key of what is inside
    <div
      ref={box}
      className="user-box"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      {open && (
        <ul className="user-menu" id="user-menu">
          <li>
            <Link href="/admin/settings" onClick={() => setOpen(false)}>
              <Settings className="i" aria-hidden="true" />
              Settings
            </Link>
          </li>
          <li>
            <button type="button" onClick={logout}>
              <LogOut className="i" aria-hidden="true" />
              Logout
            </button>
          </li>
        </ul>
      )}
      <button
        ref={button}
        type="button"
        className="user"
        aria-expanded={open}
        aria-controls="user-menu"
        onClick={() => setOpen(!open)}
      >
        <span className="avatar" aria-hidden="true">
          {user.username.charAt(0).toUpperCase()}
        </span>
        <span>
          <b>{user.username}</b>
          <small>{user.role}</small>
        </span>
        <ChevronsUpDown className="i" aria-hidden="true" />
      </button>
    </div>
  );
}
