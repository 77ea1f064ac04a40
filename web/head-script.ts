/**
 * The script inside the page. It runs in the head, before the first paint, and works while the page's own scripts are
 * loading or cannot be loaded. The build compiles it to one IIFE; the page's policy allows it by its hash.
 */

/** A form that was submitted before the page's scripts had loaded: see sendWaiting in ui/draft-form.ts. */
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

/** Applies the stored theme and the dismissed banner before the first paint, so that neither flashes. */
function restoreChoices(): void {
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (stored('devBannerDismissed')) root.dataset.banner = 'dismissed';
}

/** The theme switches and the banner's button work here, so a press before hydration counts too. */
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
    // The focused button is hidden now: the keyboard continues from the next thing.
    document.querySelector<HTMLElement>('.nav .brand')?.focus();
  }
}

/**
 * The End key needs the real heights of home's cards (cards.css): their guesses would make it miss the end. `/`, Ctrl K and
 * ⌘K lead to the search, unless somebody is typing.
 */
function onKey(event: KeyboardEvent): void {
  const { key, metaKey, ctrlKey, altKey, target, defaultPrevented } = event;
  // ⌘↓ is the End key of a Mac.
  if (key === 'End' || (metaKey && key === 'ArrowDown')) root.dataset.laidOut = 'true';
  const isSearchKey = metaKey || ctrlKey ? key === 'k' : key === '/';
  if (!isSearchKey || altKey || defaultPrevented) return;
  if ((target as Element).closest?.('input, textarea, select, [contenteditable], dialog')) return;
  // The staff area has neither of them, and keys of its own.
  const field = document.querySelector<HTMLInputElement>('#search-field');
  const link = document.querySelector<HTMLElement>('.nav-search');
  if (field || link) event.preventDefault();
  if (field) field.select();
  else link?.click();
}

/** A form that is submitted before hydration waits for it; if the scripts failed to load, it says so. */
function onSubmit(event: SubmitEvent): void {
  const form = event.target as WaitingForm;
  // A search has an address, and needs no scripts.
  if (event.defaultPrevented || form.hasAttribute('action')) return;
  event.preventDefault();
  form.waits = true;
  // A form without the note has nothing to send.
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
 * Loads the page's scripts and the manifest after the first paint: the page is complete without them, and they would
 * compete with what the visitor came to see. Each gets a task of its own, because requesting takes a slow phone a while.
 * The time-out is for a page in a background tab, which is never painted.
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

/** Storage may be full or forbidden; then a choice lasts for this page. */
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
