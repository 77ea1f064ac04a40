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
import { type ReactNode, useEffect, useRef } from 'react';
import { canOpen, type Section } from '#contract/access.ts';
import { site } from '#site.config.ts';
import { Mark } from '../art/marks.tsx';
import { Link } from '../link.tsx';
import { useTheme } from '../theme.tsx';
import { buttonClass } from '../ui/button.tsx';
import { keepFocus } from '../ui/keep-focus.ts';
import { useMenu } from '../ui/menu.ts';
import { prepareToasts } from '../ui/toast-outlet.tsx';
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
  const { open, setOpen, button, around } = useMenu(path);
  const sidebar = useRef<HTMLElement>(null);
  const role = user?.role ?? '';

  // Whatever is done here may fail, and then has to be told.
  useEffect(prepareToasts, []);

  useEffect(() => {
    if (open) sidebar.current?.querySelector<HTMLElement>('nav a')?.focus();
  }, [open]);

  // The link that was followed may be gone, with the drawer or the menu that it was in.
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path) {
      // From its top; where somebody goes back, from where they were.
      scrollTo({ top: history.state?.top ?? 0, behavior: 'instant' });
      keepFocus('.admin-main');
    }
    shown.current = path;
  }, [path]);

  return (
    <div className="admin">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div {...around} className="contents">
        {/* The drawer covers it. */}
        <header className="admin-top" inert={open}>
          <button
            ref={button}
            type="button"
            className={buttonClass({ variant: 'ghost', icon: true })}
            aria-label="Open sidebar"
            aria-expanded={open}
            aria-controls="sidebar"
            onClick={() => setOpen(true)}
          >
            <Menu className="i" aria-hidden="true" />
          </button>
          <Brand />
        </header>
        {open && (
          // biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same
          // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
          <div className="scrim drawer-scrim" onClick={() => setOpen(false)} />
        )}
        <aside
          ref={sidebar}
          className="side"
          id="sidebar"
          data-open={open || undefined}
          aria-label="Sidebar"
        >
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
            <UserMenu path={path} />
          </div>
        </aside>
      </div>
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

function UserMenu({ path }: { path: string }) {
  const { user, logout } = useSession();
  const { open, setOpen, button, around } = useMenu(path);
  if (!user) return null;
  return (
    <div {...around} className="user-box">
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
    </div>
  );
}
