import { isIndexed, type PublicPage, publicPages } from '#contract/pages.ts';

/** Lists every public page with its path and title on a site with the demo content. */

const titles: Record<PublicPage, string> = {
  '/': 'Fledge: Where innovation takes flight',
  '/project/:id': 'Sonogram · Fledge',
  '/pods/:id': 'Bittern · Fledge',
  '/blog': 'Blog · Fledge',
  '/blog/:id': 'A chart you can hear · Fledge',
  '/contact': 'Contact · Fledge',
  '/ideas': 'Community Ideas · Fledge',
  '/ideas/:id': 'Part tracks for amateur choirs · Fledge',
  '/submit-idea': 'Submit your idea · Fledge',
  '/join-team': 'Join the team · Fledge',
  '/workflow': 'How the lab works · Fledge',
  '/search': 'Search · Fledge',
};

const demoPaths: Partial<Record<PublicPage, string>> = {
  '/project/:id': '/project/sonogram',
  '/pods/:id': '/pods/bittern',
  '/blog/:id': '/blog/a-chart-you-can-hear',
  '/ideas/:id': '/ideas/part-tracks-for-amateur-choirs-01a1d6e1-ba80-7000-8000-cbfc43e0057e',
};

export const demoPages = publicPages.map((page) => ({
  pattern: page,
  path: demoPaths[page] ?? page,
  title: titles[page],
  isIndexed: isIndexed(page),
}));
