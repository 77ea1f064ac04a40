import { isIndexed, type PublicPage, publicPages } from '#contract/pages.ts';

/** Facts about each public page of a site with the demo content, for the tests, the screenshots and the benchmark. */

interface Row {
  /** The path, if the page's pattern ends with `:id`. */
  path?: string;
  title: string;
  /** The name of the page's screenshots in docs/screenshots. */
  screenshot: string;
  /** A path that shows more, for the screenshot. */
  screenshotPath?: string;
  /** Texts that the page shows without scripts. */
  texts: string[];
}

const rows: Record<PublicPage, Row> = {
  '/': {
    title: 'Fledge: Where innovation takes flight',
    screenshot: 'home',
    texts: [
      'Where Innovation Takes Flight',
      '1,000 hours of building',
      'Sonogram',
      'Avocet',
      'From the flight log',
      'Take part',
    ],
  },
  '/project/:id': {
    path: '/project/sonogram',
    title: 'Sonogram · Fledge',
    screenshot: 'project',
    texts: ['Sonogram', 'Ten of twelve', 'Avocet', 'Flight log', 'Visit demo'],
  },
  '/pods/:id': {
    path: '/pods/bittern',
    title: 'Bittern · Fledge',
    screenshot: 'pod',
    screenshotPath: '/pods/dipper',
    texts: ['Bittern', 'Pod stats', 'Flight log', 'It fits on one page', 'Imprint'],
  },
  '/blog': {
    title: 'Blog · Fledge',
    screenshot: 'blog',
    texts: ['Blog: field notes', 'A chart you can hear', 'Stay Updated'],
  },
  '/blog/:id': {
    path: '/blog/a-chart-you-can-hear',
    title: 'A chart you can hear · Fledge',
    screenshot: 'post',
    screenshotPath: '/blog/how-many-examples-before-you-believe-it',
    texts: ['Did it work', 'The ear is very good at wrong notes'],
  },
  '/contact': {
    title: 'Contact · Fledge',
    screenshot: 'contact',
    texts: ['We typically respond within 24 hours', 'This form needs scripts', 'Message'],
  },
  '/ideas': {
    title: 'Community Ideas · Fledge',
    screenshot: 'ideas',
    texts: ['Community Ideas', 'Submitted by', 'Proposed solution'],
  },
  '/ideas/:id': {
    path: '/ideas/part-tracks-for-amateur-choirs-01a1d6e1-ba80-7000-8000-cbfc43e0057e',
    title: 'Part tracks for amateur choirs · Fledge',
    screenshot: 'idea',
    texts: [
      'Part tracks for amateur choirs',
      'Submitted by Eluned Prosser',
      'Proposed solution',
      'Amateur choirs without an accompanist',
      'Required expertise',
    ],
  },
  '/submit-idea': {
    title: 'Submit your idea · Fledge',
    screenshot: 'submit-idea',
    texts: ['Problem statement', 'Pod selection', 'This form needs scripts'],
  },
  '/join-team': {
    title: 'Join the team · Fledge',
    screenshot: 'join-team',
    texts: ['40+', '15+', '100%', '5+', 'minimum availability of 10 hours', 'Review Circle'],
  },
  '/workflow': {
    title: 'How the lab works · Fledge',
    screenshot: 'workflow',
    texts: ['Lifecycle', '75%', '25%', '1 hour', '30 minutes', 'Product & BizDev', 'Governance'],
  },
  '/search': {
    title: 'Search · Fledge',
    screenshot: 'search',
    screenshotPath: '/search?q=model',
    texts: ['What are you looking for?'],
  },
};

export const demoPages = publicPages.map((page) => ({
  path: page,
  ...rows[page],
  isIndexed: isIndexed(page),
}));
