/**
 * The inline script of every page. It runs in the head before the first paint, and also works when the page's other
 * scripts fail to load. The build compiles it to one IIFE; the Content-Security-Policy allows its hash.
 */

/** A submit before hydration sets `isWaiting`. `sendWaiting` of ui/draft-form.ts sends the form after hydration. */
export interface WaitingForm extends HTMLFormElement {
  isWaiting?: boolean;
}

const root = document.documentElement;

restoreChoices();
addEventListener('click', onClick);
addEventListener('submit', onSubmit);
addEventListener('keydown', onKey);
addEventListener('scriptsfailed', onScriptsFailed);
addEventListener('DOMContentLoaded', loadScriptsAfterPaint);

/** Applies the stored theme and hides a dismissed banner before the first paint, so that neither flickers. */
function restoreChoices(): void {
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (stored('devBannerDismissed')) root.dataset.banner = 'dismissed';
}

/** Handles the theme buttons and the dismiss button of the banner, also before hydration. */
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
    // The focused button is hidden now, so the next link gets the focus.
    document.querySelector<HTMLElement>('.nav .brand')?.focus();
  }
}

/**
 * The End key first gives all cards of the home page their real heights: with the estimated heights (cards.css) the
 * browser would miss the end of the page. `/`, Ctrl K and ⌘K lead to the search, unless a field or dialog has focus.
 */
function onKey(event: KeyboardEvent): void {
  const { key, metaKey, ctrlKey, altKey, target, defaultPrevented } = event;
  // ⌘↓ is the End key of a Mac.
  if (key === 'End' || (metaKey && key === 'ArrowDown')) root.dataset.laidOut = 'true';
  const isSearchKey = metaKey || ctrlKey ? key === 'k' : key === '/';
  if (!isSearchKey || altKey || defaultPrevented) return;
  if ((target as Element).closest?.('input, textarea, select, [contenteditable], dialog')) return;
  // The staff area has neither this field nor this link, and handles its own keys.
  const field = document.querySelector<HTMLInputElement>('#search-field');
  const link = document.querySelector<HTMLElement>('.nav-search');
  if (field || link) event.preventDefault();
  if (field) field.select();
  else link?.click();
}

/** Marks a form submitted before hydration as waiting. Focuses the failure message if the scripts failed to load. */
function onSubmit(event: SubmitEvent): void {
  const form = event.target as WaitingForm;
  // A search form has an `action` and works without scripts.
  if (event.defaultPrevented || form.hasAttribute('action')) return;
  event.preventDefault();
  form.isWaiting = true;
  // The newsletter form has no `.form-waits` message, because it sends nothing.
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
 * Loads the page's scripts and the manifest after the first paint, because they would compete with the content for the
 * network. Starts each request in a task of its own, because starting one takes long on a slow phone. Starts after one
 * second in any case, because a background tab is never painted.
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

/** Reads localStorage. If the browser forbids it, a choice lasts only until the page is left. */
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
