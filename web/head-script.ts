/**
 * The inline script of every page. It runs in the head, before the first paint, and works while the page's other
 * scripts are loading or cannot be loaded. The build compiles it to one IIFE; the Content-Security-Policy allows it by
 * its hash.
 */

/** A form. `waits` is set when it was submitted before hydration: see `sendWaiting` in ui/draft-form.ts. */
export interface WaitingForm extends HTMLFormElement {
  waits?: boolean;
}

const root = document.documentElement;

restoreChoices();
addEventListener('click', onClick);
addEventListener('submit', onSubmit);
addEventListener('keydown', onKey);
addEventListener('scriptsfailed', onScriptsFailed);
addEventListener('DOMContentLoaded', loadScriptsAfterPaint);

/** Applies the stored theme and hides a dismissed banner before the first paint, so that neither flashes. */
function restoreChoices(): void {
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (stored('devBannerDismissed')) root.dataset.banner = 'dismissed';
}

/** Handles the theme buttons and the button that dismisses the banner, so that they work before hydration too. */
function onClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  if (target.closest('[data-switch-theme]')) {
    const theme = root.dataset.theme === 'light' ? 'dark' : 'light';
    root.dataset.theme = theme;
    store('theme', theme);
    dispatchEvent(new Event('themechange'));
  } else if (target.closest('[data-dismiss-banner]')) {
    root.dataset.banner = 'dismissed';
    store('devBannerDismissed', 'true');
    // The focused button is hidden now, so the focus moves to the next link.
    document.querySelector<HTMLElement>('.nav .brand')?.focus();
  }
}

/**
 * Lays out all cards of the home page for the End key: with their estimated heights (cards.css) it would miss the end
 * of the page. `/`, Ctrl K and ⌘K lead to the search, unless the focus is in a field or a dialog.
 */
function onKey(event: KeyboardEvent): void {
  const { key, metaKey, ctrlKey, altKey, target, defaultPrevented } = event;
  // ⌘↓ is the End key of a Mac.
  if (key === 'End' || (metaKey && key === 'ArrowDown')) root.dataset.laidOut = 'true';
  const isSearchKey = metaKey || ctrlKey ? key === 'k' : key === '/';
  if (!isSearchKey || altKey || defaultPrevented) return;
  if ((target as Element).closest?.('input, textarea, select, [contenteditable], dialog')) return;
  // The staff area has neither the field nor the link, and handles its own keys.
  const field = document.querySelector<HTMLInputElement>('#search-field');
  const link = document.querySelector<HTMLElement>('.nav-search');
  if (field || link) event.preventDefault();
  if (field) field.select();
  else link?.click();
}

/** Marks a form that is submitted before hydration as waiting. If the scripts failed to load, shows that. */
function onSubmit(event: SubmitEvent): void {
  const form = event.target as WaitingForm;
  // A search form has an `action` and works without scripts.
  if (event.defaultPrevented || form.hasAttribute('action')) return;
  event.preventDefault();
  form.waits = true;
  // The newsletter form has no `.form-waits`, because it sends nothing.
  if (!form.querySelector('.form-waits')) return;
  root.dataset.submit = 'waiting';
  if (root.dataset.scripts === 'failed') focusFailure();
}

function onScriptsFailed(): void {
  root.dataset.scripts = 'failed';
  if (root.dataset.submit === 'waiting') focusFailure();
}

function focusFailure(): void {
  document.querySelector<HTMLElement>('.scripts-failed')?.focus();
}

/**
 * Loads the page's scripts and the manifest after the first paint: the page can be read without them, and they would
 * compete with its content for the network. Each request starts in its own task, because that takes a while on a slow
 * phone. The timeout is for a page in a background tab, which is not painted.
 */
function loadScriptsAfterPaint(): void {
  let isStarted = false;
  function start() {
    if (isStarted) return;
    isStarted = true;
    for (const href of listIn('modules')) setTimeout(addLink, 0, 'modulepreload', href);
    for (const src of listIn('scripts')) setTimeout(addScript, 0, src);
    setTimeout(addLink, 0, 'manifest', '/manifest.webmanifest');
  }
  try {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) start();
    }).observe({ type: 'paint', buffered: true });
  } catch {}
  setTimeout(start, 1000);
}

function addLink(rel: string, href: string): void {
  const link = document.createElement('link');
  Object.assign(link, { rel, href });
  document.head.append(link);
}

function addScript(src: string): void {
  const script = document.createElement('script');
  Object.assign(script, { type: 'module', src, onerror: onScriptsFailed });
  document.head.append(script);
}

function listIn(name: string): string[] {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name=${name}]`);
  return meta?.content.split(' ').filter(Boolean) ?? [];
}

/** Reads localStorage. It may be full or forbidden; a choice is then lost with the page. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {}
}
