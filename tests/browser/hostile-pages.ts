import type { Page } from '@playwright/test';
import { fullOrSample, isFullRun, seededRandom } from '../torture/attack.ts';
import { acceptedPayloads, type KindName } from './hostile-drafts.ts';
import { expect, waitForHydration } from './site.ts';

/** Checks the pages of a site that has an XSS payload in every text field. */

export const printFigures = (figures: string) => isFullRun && console.log(figures);

/** Returns `sample` random items of the list; in a full run, `full` items. */
export function sampleOf<Item>(list: readonly Item[], sample: number, full = list.length): Item[] {
  const random = seededRandom();
  return list
    .map((item) => ({ item, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, fullOrSample(full, sample))
    .map(({ item }) => item);
}

/** Finds the dialog by its element: a search by role is slow among thousands of entries. */
export const dialogOf = (page: Page) => page.locator('dialog[open]');

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Returns for each payload the id of its entry, encoded for a URL, and the payload's text. */
export const idsAndTexts = (made: Record<KindName, string[]>, kind: KindName) =>
  made[kind].map((id, at) => ({
    id: encodeURIComponent(id),
    text: acceptedPayloads[at]?.text ?? '',
  }));

/** Navigates within the page, as a link does. */
export const navigateWithin = (page: Page, address: string) =>
  page.evaluate((to) => history.pushState(null, '', to), address);

/** Waits until the dialog shows this text. */
export const expectDialog = (page: Page, text: string) =>
  expect
    .poll(async () => oneLine((await dialogOf(page).textContent()) ?? ''))
    .toContain(oneLine(text));

/** Returns as `problems` the markup that our pages never have, as `missing` the `texts` that the page does not show. */
export async function inspectPage(page: Page, texts: string[] = [], within = 'html') {
  return page.evaluate(
    ([wanted, where]) => {
      const root = document.querySelector(where) ?? document;
      const problems: string[] = [];
      const tell = (what: string, element: Element) =>
        problems.push(`${what}: ${element.outerHTML.slice(0, 150)}`);
      const links = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster', 'ping'];
      const schemes = ['http:', 'https:', 'mailto:'];
      for (const element of root.querySelectorAll('*')) {
        for (const { name, value } of element.attributes) {
          if (/^on/i.test(name)) tell('a handler', element);
          if (/^(srcdoc|background|ping|ng-|v-|x-)/i.test(name)) tell('an attribute', element);
          if (links.includes(name)) {
            const url = URL.parse(value, document.baseURI);
            if (!url || !schemes.includes(url.protocol)) tell('a link', element);
          }
          if (name === 'style' && /url\(|image-set|expression/i.test(value))
            tell('a style', element);
          // Only uploaded pictures have a `srcset`.
          if (
            name === 'srcset' &&
            /(?:^|, )(?!\/pictures\/[0-9a-f]{32}-\d+x\d+\.\w+ \d+w)/.test(value)
          )
            tell('a picture', element);
        }
      }
      const forbidden =
        'iframe, frame, frameset, object, embed, applet, base, marquee, portal, math, animate, set, ' +
        'foreignObject, handler, audio, video, noscript, xmp, meta[http-equiv], body style, x-own, ' +
        'map, image, discard, use';
      for (const element of root.querySelectorAll(forbidden)) tell('an element', element);
      const own = document.head?.querySelector('script');
      for (const script of document.scripts) {
        const isOurs = script.src
          ? new URL(script.src).origin === location.origin
          : script === own || /^application\/(ld\+)?json$/.test(script.type);
        if (!isOurs) tell('a script', script);
      }
      for (const link of document.querySelectorAll('link')) {
        if (new URL(link.href).origin !== location.origin) tell('a link to elsewhere', link);
      }
      for (const form of document.forms) {
        const target = new URL(form.getAttribute('action') ?? '', location.href);
        if (target.origin !== location.origin) tell('a form for elsewhere', form);
      }
      for (const name of ['state', 'scripts', 'modules']) {
        const found = document.querySelectorAll(`[id="${name}"], [name="${name}"]`);
        for (const element of [...found].slice(1)) tell('a second one', element);
      }
      const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
      const shown = plain(document.body?.textContent ?? '');
      return { problems, missing: wanted.filter((text) => !shown.includes(plain(text))) };
    },
    [texts, within] as const,
  );
}

/** Asserts that `inspectPage` finds no problem. Waits until the page shows these texts. */
export async function expectClean(page: Page, texts: string[] = [], within = 'html') {
  let result = await inspectPage(page, texts, within);
  const missing = async () => {
    if (result.missing.length > 0) result = await inspectPage(page, texts, within);
    return result.missing;
  };
  await expect.poll(missing).toEqual([]);
  expect(result.problems, page.url()).toEqual([]);
}

export async function visit(page: Page, address: string, texts: string[] = []) {
  const response = await page.goto(address);
  await waitForHydration(page);
  await expectClean(page, texts);
  return response;
}
