import type { SiteConfig } from '#contract/site-config.ts';

/**
 * The configuration of another lab, in German and with other lists. tests/browser/brand.spec.ts adds a hostile text to
 * `description` and replaces `workflow.clusters.lead` by it: it finds both by their texts, so change them together.
 */
export const site: SiteConfig = {
  name: 'Werft 9',
  language: 'de',
  tagline: 'Boote aus Papier, Prototypen aus Strom',
  description:
    'Eine Werkstatt der Stadtbibliothek. Kleine Gruppen bauen, was Leserinnen und Leser vermissen.',
  about: 'Die Werkstatt der Stadtbibliothek am Hafen.',
  blog: 'Was in der Werkstatt gelang, was sank und warum.',
  email: 'post@werft9.example',
  inception: '2026-02',
  links: {
    terms: 'https://stadtbibliothek.example/nutzung',
    privacy: 'https://stadtbibliothek.example/datenschutz',
  },
  social: [{ name: 'Mastodon', url: 'https://social.example/@werft9' }],
  resources: [{ name: 'Hausordnung', url: 'https://stadtbibliothek.example/hausordnung' }],
  family: { title: 'Die Bibliothek', products: [] },
  chat: 'Zulip',
  hours: { mvp: 12, extended: 30, availability: 3, answer: 72 },
  lists: {
    expertises: ['Programmieren', 'Gestalten', 'Recherche'],
    roles: ['Bootsbau', 'Navigation'],
    circles: ['Dienstag', 'Samstag'],
    postCategories: ['Logbuch', 'Werkzeug', 'Leck', 'Fund', 'Hafenfest'],
    topics: [
      { value: 'frage', label: 'Eine Frage' },
      { value: 'spende', label: 'Eine Spende' },
    ],
  },
  words: {
    home: {
      badge: 'Elf Boote seit Februar',
      title: 'Vom Stapel gelassen',
      lead: 'Werft 9 baut in zwölf Stunden, was der Bibliothek fehlt, und lässt es zu Wasser.',
      projects: 'Alles, was schwimmt, und manches, das noch im Trockendock liegt.',
      pods: 'Eine Mannschaft besteht aus zwei Leuten und einem Regal voller Bücher.',
      journey: 'Vom ersten Brett bis heute.',
      submitIdea: 'Erzähl uns, was in der Bibliothek fehlt. Den Rest zeichnen wir am Dienstag.',
      joinTeam: 'Ab drei Stunden in der Woche, mit Blick auf den Hafen.',
    },
    contact: { title: 'Schreib uns', lead: 'Jemand liest es, meistens mit einer Tasse Tee.' },
    submitIdea: {
      lead: 'Sechs Antworten reichen uns für den Anfang.',
      description: 'Sag uns, was in der Bibliothek fehlt.',
    },
    joinTeam: {
      lead: 'Zwei Minuten für das Formular, dann eine Führung.',
      description: 'Bau mit: ab drei Stunden in der Woche.',
      benefits: ['Werkzeug aus drei Jahrhunderten', 'Ein Schlüssel zum Magazin'],
      figures: [{ figure: '23', label: 'Leute' }],
      team: 'Alle haben einen Bibliotheksausweis.',
    },
  },
  workflow: {
    description: 'So wird aus einem Wunsch ein Boot.',
    lead: 'Eine Seite für den ganzen Weg: vom Wunschzettel bis zum Stapellauf.',
    lifecycle: {
      lead: 'Fünf Schritte, der letzte ist nass.',
      steps: [
        { name: 'Wunsch', about: 'Jemand vermisst etwas.' },
        { name: 'Sichtung', about: 'Wir lesen alles am Dienstag.' },
        { name: 'Mannschaft', about: 'Zwei Leute heben die Hand.' },
        { name: 'Rumpf, 12 Stunden', about: 'Das Kleinste, das schwimmt.' },
        { name: 'Ausbau, 30 weitere', about: 'Wenn es dicht ist.' },
      ],
    },
    hours: {
      lead: 'Zwölf Stunden für den Rumpf, dreißig für den Ausbau.',
      mvp: 'Ein Rumpf beweist, dass die Idee schwimmt.',
      extended: 'Mast, Segel und eine Anleitung für die Nächsten.',
    },
    people: {
      title: 'Zwei Mannschaften',
      lead: 'Vier Leute am Werktisch und eine Bibliothekarin, die alles findet.',
      pods: [{ name: 'Backbord', members: ['eine Tischlerin', 'ein Programmierer'] }],
      shared: { name: 'Eine Bibliothekarin', about: 'für alle' },
      split: [
        { name: 'am Werktisch: 4', percent: 80 },
        { name: 'für alle: 1', percent: 20 },
      ],
    },
    week: {
      lead: 'Ein Treffen in der Woche.',
      meetings: [{ name: 'Werkabend', minutes: 120, about: 'Dienstags, mit offenem Fenster.' }],
    },
    clusters: {
      lead: 'Wer uns hilft.',
      groups: [{ name: 'Das Magazin', about: 'Findet Bücher, die niemand mehr kennt.' }],
    },
  },
  answerDays: { ideas: 7, applications: 21 },
  keepMonths: { applications: 6, contacts: 6 },
};
