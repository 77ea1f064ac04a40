import { ChevronsUpDown, LogOut, Menu, Moon, Settings, Sun } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { canOpen, type Section } from '#contract/access.ts';
import { site } from '#contract/site/lab.ts';
import { Mark } from '../art/marks.tsx';
import { Link } from '../link.tsx';
import { useTheme } from '../theme.ts';
import { buttonClass } from '../ui/button.tsx';
import { restoreFocus } from '../ui/restore-focus.ts';
import { prepareToasts } from '../ui/toast-outlet.tsx';
import { pages } from './pages.ts';
import { useMenu } from './parts/menu.ts';
import { useFreshWaiting, useWaiting } from './parts/waiting.tsx';
import { useSession } from './session.tsx';

/** A link of the sidebar is also current on subpaths of its path. The dashboard is not: all pages are below /admin. */
const isCurrent = (target: string, path: string) =>
  target === '/admin' ? path === target : path === target || path.startsWith(`${target}/`);

export function Shell({ path, children }: { path: string; children: ReactNode }) {
  const { user } = useSession();
  const { open, setOpen, button, containerProps } = useMenu(path);
  const sidebar = useRef<HTMLElement>(null);
  const role = user?.role ?? '';

  useFreshWaiting(path);

  // Prefetches the code of the toasts, because most staff pages show toasts.
  useEffect(prepareToasts, []);

  useEffect(() => {
    if (open) sidebar.current?.querySelector<HTMLElement>('nav a')?.focus();
  }, [open]);

  // After a navigation, sets the scroll position, and moves the focus if the focused element was removed or hidden.
  const previousPath = useRef(path);
  useEffect(() => {
    if (previousPath.current !== path) {
      // page-frame.tsx stores the scroll position in the history entry. A new entry has none and starts at the top.
      scrollTo({ top: history.state?.top ?? 0, behavior: 'instant' });
      restoreFocus('.admin-main');
    }
    previousPath.current = path;
  }, [path]);

  return (
    <div className="admin">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div {...containerProps} className="contents">
        {/* The header is inert while the open sidebar covers it. */}
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
          <div className="scrim" onClick={() => setOpen(false)} />
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
            {pages.map(
              ({ path: target, section, link }) =>
                link &&
                canOpen(role, section) && (
                  <div key={target} className="side-entry">
                    <Link href={target} aria-current={isCurrent(target, path) ? 'page' : undefined}>
                      <link.Icon className="i" aria-hidden="true" />
                      {link.name}
                    </Link>
                    <WaitingCount section={section} />
                  </div>
                ),
            )}
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

function WaitingCount({ section }: { section: Section }) {
  const found = useWaiting()?.kinds.find(({ kind }) => kind === section);
  if (!found || found.count === 0) return null;
  return (
    <span className="n" data-overdue={found.overdue > 0 || undefined}>
      {found.count.toLocaleString('en')}
      <span className="sr">
        {' '}
        waiting{found.overdue > 0 && `, ${found.overdue.toLocaleString('en')} overdue`}
      </span>
    </span>
  );
}

/** Links to the public site with a plain link: a full page load shows the latest changes. */
const Brand = () => (
  <a className="brand" href="/" aria-label={`${site.name}, public site`}>
    <Mark />
    {site.name}
  </a>
);

function ThemeSwitch() {
  const theme = useTheme();
  return (
    <button type="button" className="theme-row" data-switch-theme>
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
  const { open, setOpen, button, containerProps } = useMenu(path);
  if (!user) return null;
  return (
    <div {...containerProps} className="user-box">
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
          <b dir="auto">{user.username}</b>
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
