/** The programme's fixed facts, as the site tells them in several places. */

export const lifecycle = [
  { name: 'Idea intake', about: 'You describe the problem, and a first shape of the solution.' },
  { name: 'Prioritization', about: 'Reviewers weigh impact, effort and the expertise at hand.' },
  { name: 'Pod selection', about: 'The idea goes to the pod that fits it best.' },
  {
    name: 'MVP phase, 50 hours',
    about: 'The pod builds the smallest version that proves the point.',
  },
  {
    name: 'Extended phase, 50 more',
    about: 'Awarded to successful MVPs: up to 100 hours per prototype.',
  },
] as const;

export const rhythm = [
  {
    name: 'Pod meeting',
    minutes: 60,
    about: 'What was built, what was measured, what comes next.',
  },
  { name: 'Blocker stand-up', minutes: 30, about: 'Only what is in the way, and who can move it.' },
  { name: 'Wins stand-up', minutes: 30, about: 'What worked this week, shown rather than told.' },
] as const;

export const clusters = [
  {
    name: 'Product & BizDev',
    about: 'Finds the people a prototype is for, and what it would be worth to them.',
  },
  {
    name: 'Governance',
    about: 'Keeps the rules of selection and awards in the open.',
  },
  {
    name: 'Operations & Review',
    about: 'Runs the calendar, the budget of hours and the reviews at the end of a phase.',
  },
  {
    name: 'Community & Outreach',
    about: 'Brings ideas in, and carries results back to those who asked.',
  },
] as const;

export const teamFigures = [
  { figure: '40+', label: 'members' },
  { figure: '15+', label: 'countries' },
  { figure: '100%', label: 'remote' },
  { figure: '5+', label: 'active projects' },
] as const;
