import { expect, test, waitForHydration } from './site.ts';

/** The page at every URL hydrates without an error, also if the server cached the page for another URL. */

const groups: Record<string, [address: string, current?: string][]> = {
  'below a page': [['/blog/a-chart-you-can-hear/b'], ['/administrator']],
  'spelled in an odd way': [
    ['/Blog'],
    ['//blog//a'],
    ['/bl%6Fg'],
    ['/blog/%E0%A4%A', 'Blog'],
    ['/blog/a-chart-you-can-he%61r', 'Blog'],
    ['/blog/ü', 'Blog'],
  ],
  'of the staff area': [
    ['/admin/nowhere?x=1'],
    ['/admin/log%69n'],
    ['/admin/%E0%A4%A'],
    [`/admin/${'long'.repeat(500)}`],
  ],
  'with an end of its own': [
    ['/blog/a/b/'],
    ['/blog?q=%00&category=nothing&shown=-1&x[]=1', 'Blog'],
    ['/ideas?status=__proto__&q=%ff%&shown=1e9'],
    ['/?category=%3Cb%3E#nowhere'],
    ['/contact#%E0%A4%A', 'Contact'],
    [`/blog/${'long'.repeat(500)}`, 'Blog'],
    [`/contact?x=${'long'.repeat(500)}`, 'Contact'],
  ],
};

for (const [name, addresses] of Object.entries(groups)) {
  test(`addresses ${name} hydrate without an error`, async ({ page, server, expectMessage }) => {
    if (name !== 'of the staff area') expectMessage('status of 404');
    for (const [address, current] of addresses) {
      await page.goto(server + address);
      await waitForHydration(page);
      const marked = page.locator('.nav-links [aria-current]');
      await expect(marked, address.slice(0, 60)).toHaveText(current ? [current] : []);
    }
  });
}
