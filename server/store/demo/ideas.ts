import type { Idea, IdeaDetail, IdeaDraft } from '#contract/idea.ts';
import type { z } from '#contract/zod.ts';

type DemoIdea = z.input<typeof IdeaDraft> &
  Pick<Idea, 'status' | 'notes' | 'answer' | 'createdAt'> & {
    /** The status changes after `pending`, oldest first. The last one leads to `status`. */
    route?: IdeaDetail['route'];
    /** The ids of the pod that develops the idea, the app that it became, and a post about it. */
    became?: { pods?: string; apps?: string; blogs?: string };
  };

export const ideas: DemoIdea[] = [
  {
    title: 'Part tracks for amateur choirs',
    submitterName: 'Eluned Prosser',
    problemStatement:
      'Our altos learn by ear. Few of us read music, and practice recordings exist only for ' +
      'pieces that sell well. For anything else the conductor sings all four parts into a ' +
      'phone, one after the other, usually after eleven at night.',
    proposedSolution:
      'Photograph the score, read the notes, and sing each voice with a plain synthetic “ah” ' +
      'while the other three stay in the background. The conductor marks breaths and ' +
      'corrects wrong notes before anyone else hears it.',
    targetAudience:
      'Amateur choirs without an accompanist. There are 46 in our federation alone, about ' +
      '1,400 singers.',
    expectedImpact:
      'A new piece takes three rehearsals instead of five, and people who do not read music ' +
      'stop leaving in October.',
    requiredExpertise: ['ML/AI Specialist', 'Developer', 'QA Specialist'],
    successMetrics:
      'Twelve pages of four-part music with fewer than two wrong notes a page, corrected in ' +
      'under ten minutes.',
    dependencies:
      'Scores that are out of copyright for the test; one conductor willing to proofread.',
    status: 'pending',
    notes: null,
    createdAt: '2026-11-13T21:48:00.000Z',
  },
  {
    title: 'A damp diary for tenants',
    submitterName: 'Marisol Etcheverry',
    problemStatement:
      'A tenant with mould on the wall has forty photographs, a cough and no dates. When the ' +
      'case reaches the mediator, the landlord’s surveyor has one visit, one meter and a ' +
      'report, and the report wins.',
    proposedSolution:
      'A diary that takes a photograph from the same spot each week, lines the pictures up, ' +
      'measures how the stain grows, and adds outside humidity and the readings of a ' +
      'ten-euro sensor. It prints a timeline that shows its own uncertainty and makes no ' +
      'claim about the cause.',
    targetAudience: 'Tenants’ unions and the volunteers who prepare their cases.',
    expectedImpact:
      'Evidence that both sides can read. We expect more settlements before a hearing, and ' +
      'fewer winters of waiting for one.',
    requiredExpertise: [
      'Developer',
      'Data Analyst/Engineer',
      'ML/AI Specialist',
      'Product Manager',
    ],
    successMetrics:
      'Stain area within 15% of a hand tracing on 50 pairs of photographs; two mediators say ' +
      'they would accept the print-out.',
    dependencies: null,
    status: 'pending',
    notes: null,
    createdAt: '2026-11-10T17:05:00.000Z',
  },
  {
    title: 'Which lift is working today',
    submitterName: 'Takumi Arai',
    problemStatement:
      'I use a wheelchair and change trains twice. The operator reports a broken lift when ' +
      'somebody gets round to it, often a day later. I learn about it at the bottom of the ' +
      'stairs, three or four times a month.',
    proposedSolution:
      'Estimate for every lift how likely it is to be out at this moment, from past outages, ' +
      'repair times, the weather and short reports by travellers. Then offer routes that ' +
      'still work if the likeliest failure happens, instead of the fastest route with a ' +
      'footnote.',
    targetAudience:
      'Wheelchair users, people with prams and anyone with a suitcase, to begin with in one city.',
    expectedImpact:
      'Fewer people stranded. The operator would also learn which of its lifts fail every ' +
      'time it rains.',
    requiredExpertise: ['Data Analyst/Engineer', 'Developer', 'ML/AI Specialist'],
    successMetrics:
      'Over four weeks: at least 70% of real outages known before the operator’s notice, ' +
      'with no more than one false alarm per lift and month.',
    dependencies:
      'The operator’s outage history. It was published until 2025 and is available on request.',
    status: 'under_review',
    notes:
      'Read twice, both readers in favour. The history has been requested; the licence must ' +
      'allow us to publish derived figures (see Flyover). If yes, suits Goldcrest. A ' +
      'forecast without a model has to be beaten first.',
    createdAt: '2026-11-04T06:32:00.000Z',
    route: [{ status: 'under_review', at: '2026-11-09T09:20:00.000Z' }],
  },
  {
    title: 'Rulebooks read aloud in turn order',
    submitterName: 'Jonas Bergqvist',
    problemStatement:
      'Board game rules are layout: sidebars, arrows, examples in bubbles. A screen reader ' +
      'goes from top left to bottom right, so I hear the end of the game before the set-up. ' +
      'Friends read to me, and then it is their game.',
    proposedSolution:
      'Take the PDF and rebuild the rules as a conversation in the order of play: set-up, my ' +
      'turn, your turn, the end. Questions are answered with the rule itself and its page, ' +
      'and where the book is ambiguous it says so, because that is half the fun.',
    targetAudience:
      'Blind and partially sighted players, and the sighted friend who always has to explain.',
    expectedImpact:
      'Players can learn a game alone before the evening, and argue about it on equal terms.',
    requiredExpertise: ['Developer', 'ML/AI Specialist'],
    successMetrics: null,
    dependencies:
      'Permission from two or three publishers to use their rulebooks in a public demo.',
    status: 'pending',
    notes: null,
    createdAt: '2026-10-30T19:20:00.000Z',
  },
  {
    title: 'Triage for the repair café',
    submitterName: 'Wiktoria Sobczak',
    problemStatement:
      'On Saturdays sixty people queue with toasters, zips and laptops. A third of them wait ' +
      'an hour to hear that the part has to be ordered, or that the one person who does ' +
      'sewing machines is not in today.',
    proposedSolution:
      'Visitors describe the fault the evening before, with a photograph. The tool suggests ' +
      'the likely repair, the part, the time and which volunteer could do it, learning from ' +
      'the repair cards we have kept since 2019.',
    targetAudience: 'Repair cafés; ours first, then the thirty in our network.',
    expectedImpact:
      'One more repair per volunteer and Saturday, and nobody waits in order to be sent home.',
    requiredExpertise: [
      'Developer',
      'Data Analyst/Engineer',
      'ML/AI Specialist',
      'Product Manager',
      'QA Specialist',
    ],
    successMetrics: 'For 100 new cards: the right volunteer in 80 cases, the right part in 60.',
    dependencies: '5,200 handwritten repair cards, scanned but not typed up.',
    status: 'under_review',
    notes:
      'Cards look readable; Curlew ran ten of them through the handwriting model and got ' +
      'eight. Open question: is there a simpler version without a model, a form and a rota? ' +
      'Asked Wiktoria to try that for two Saturdays.',
    createdAt: '2026-10-21T15:11:00.000Z',
    route: [{ status: 'under_review', at: '2026-10-27T10:05:00.000Z' }],
  },
  {
    title: 'Recipes that admit their allergens',
    submitterName: 'Mereana Paki',
    problemStatement:
      'Our community kitchen cooks from a folder of 900 recipes and from whatever was ' +
      'donated that morning. Volunteers work out allergens by hand, in a hurry. We had two ' +
      'near misses last year, both with a sauce inside a sauce.',
    proposedSolution:
      'Read the recipe and photographs of the packets, list the allergens with the ' +
      'ingredient each one comes from, and follow ingredients that are recipes themselves. ' +
      'Anything unreadable counts as “may contain”. A cook signs the sheet; the tool never ' +
      'does.',
    targetAudience: 'Community kitchens and the people who eat there.',
    expectedImpact:
      'A sheet on the counter before the doors open, and the reasons behind it when somebody asks.',
    requiredExpertise: ['ML/AI Specialist', 'Developer', 'QA Specialist'],
    successMetrics:
      'No missed allergen in 300 recipes checked by two dietitians; fewer than one needless ' +
      'warning per recipe.',
    dependencies: 'Two dietitians for about eight hours each. One has agreed.',
    status: 'approved',
    notes:
      'Approved on condition that the zero-miss claim is stated with its interval: 300 ' +
      'recipes show a rate below about 1%, not zero. Lapwing will plant wrong labels to see ' +
      'whether cooks really check. Starts when a second dietitian is found.',
    answer:
      'Yes, with one condition: we will say “fewer than 1 in 100 missed”, not “none ' +
      'missed”, because 300 recipes cannot show more than that. A pod plants wrong labels ' +
      'first, to see whether they are found.',
    createdAt: '2026-10-09T02:44:00.000Z',
    route: [
      { status: 'under_review', at: '2026-10-14T08:40:00.000Z' },
      { status: 'approved', at: '2026-10-30T14:15:00.000Z' },
    ],
  },
  {
    title: 'Consent that can be taken back',
    submitterName: 'Wayra Condori',
    problemStatement:
      'A listener lets us use her voice, and a year later she no longer wants that. The file ' +
      'is easy to delete. The clips, the transcripts, the training set and the model are ' +
      'not, and today nobody can even tell her where they are.',
    proposedSolution:
      'A register that knows, for each recording, what was allowed and what was made from ' +
      'it. On withdrawal it walks through everything derived, deletes what can be deleted, ' +
      'names what cannot, and gives the person a receipt in words they understand.',
    targetAudience:
      'Community stations and archives, and everyone who has ever spoken into their microphones.',
    expectedImpact:
      'People say yes more easily when no still works later. We saw the opposite in February.',
    requiredExpertise: ['Developer', 'Data Analyst/Engineer', 'Product Manager', 'QA Specialist'],
    successMetrics:
      'A withdrawal reaches every copy within a day, shown on three recordings chosen by ' +
      'somebody outside the pod.',
    dependencies: 'One station and one archive willing to open their storage to the pod.',
    status: 'in_development',
    notes:
      'Bittern, planning since 19 October. The app is called Imprint. Two stations and one ' +
      'archive are on board; the wording of the receipt comes first, the code second.',
    answer:
      'The pod Bittern took it on 19 October; the app is called Imprint. The words of the ' +
      'receipt come first, the code second.',
    createdAt: '2026-09-28T13:27:00.000Z',
    route: [
      { status: 'under_review', at: '2026-10-01T09:10:00.000Z' },
      { status: 'approved', at: '2026-10-09T15:30:00.000Z' },
      { status: 'in_development', at: '2026-10-19T08:00:00.000Z' },
    ],
    became: { pods: 'bittern', apps: 'imprint' },
  },
  {
    title: 'Predict who will drop out of a course',
    submitterName: 'Gregor Stanev',
    problemStatement:
      'Four in ten people who enrol on our free evening courses stop before week six. We ' +
      'notice when the chair is empty.',
    proposedSolution:
      'Train a model on attendance, age, distance and earlier courses, and give tutors a ' +
      'list of those most at risk after week two.',
    targetAudience: 'Adult education centres and their tutors.',
    expectedImpact: 'Completion could rise from 60% to 70% if tutors know whom to call.',
    requiredExpertise: ['Data Analyst/Engineer', 'ML/AI Specialist'],
    successMetrics: 'At least 75% of later drop-outs on the list after week two.',
    dependencies: null,
    status: 'rejected',
    notes:
      'Declined with thanks, and rung up to say so. There is nobody to make the calls, so a ' +
      'list would change the tutors’ view of people and little else. Ringing everyone who ' +
      'misses week two needs no model and is fairer. We offered to help measure whether that ' +
      'works.',
    answer:
      'No, and thank you for asking it so openly. Nobody would be there to make the calls, ' +
      'so a list would change how tutors see people and little else. Ring everybody in week ' +
      'three: it needs no model.',
    createdAt: '2026-09-12T10:02:00.000Z',
    route: [
      { status: 'under_review', at: '2026-09-15T11:25:00.000Z' },
      { status: 'rejected', at: '2026-09-22T16:50:00.000Z' },
    ],
  },
  {
    title: 'Where was this flood photograph taken',
    submitterName: 'Ananya Deshpande',
    problemStatement:
      'The district museum owns 3,400 photographs of floods since 1911. Most say only “the ' +
      'flood” on the back. Planners would like to know how high the water stood, and where; ' +
      'the people who could tell them are over eighty.',
    proposedSolution:
      'Match façades and bridges with present-day street images, propose three places for ' +
      'each photograph, and show them to residents on a tablet at the museum. Where the ' +
      'place is certain, estimate the water line from doors and steps.',
    targetAudience: 'Town planners, the museum, and families who recognise the boat.',
    expectedImpact:
      'A map of past water levels with a photograph behind every point, made while witnesses ' +
      'can still correct it.',
    requiredExpertise: [
      'ML/AI Specialist',
      'Data Analyst/Engineer',
      'Developer',
      'Product Manager',
    ],
    successMetrics:
      'For 200 photographs with a known place: right among three proposals in at least half ' +
      'of the cases.',
    dependencies: 'Scans at 600 dpi (done) and street images with a licence that permits matching.',
    status: 'approved',
    notes:
      'Strong. The licence for the street images allows matching and the publication of ' +
      'coordinates, confirmed in writing on 9 October. Next for Curlew once the work on ' +
      'early handwriting has been reviewed.',
    answer:
      'Yes. The street images may be matched and the coordinates published, we have that in ' +
      'writing. It is next once the present work is done.',
    createdAt: '2026-08-25T08:56:00.000Z',
    route: [
      { status: 'under_review', at: '2026-08-31T09:45:00.000Z' },
      { status: 'approved', at: '2026-10-12T13:20:00.000Z' },
    ],
  },
  {
    title: 'Name the insects on the bank',
    submitterName: 'Fergus Ironside',
    problemStatement:
      'We have 70 volunteers on nine rivers and three who can tell a mayfly from a stonefly ' +
      'at a glance. The others preserve the sample and post it, and in most cases the answer ' +
      'comes back after the pollution has gone.',
    proposedSolution:
      'A page that works without a signal, takes a photograph of the tray and suggests ' +
      'families, with the detail to look for under the lens. The volunteer decides; doubtful ' +
      'ones go to an expert the same evening.',
    targetAudience: 'River trusts and volunteer monitoring groups.',
    expectedImpact:
      'A result on the day it is needed, and seventy people who learn the families by using them.',
    requiredExpertise: ['ML/AI Specialist', 'Developer', 'Data Analyst/Engineer', 'QA Specialist'],
    successMetrics:
      'Right family for 85% of specimens from rivers that were not used in training; under ' +
      'one second on an old phone.',
    dependencies: 'An entomologist for two field days. Museum photographs with an open licence.',
    status: 'in_development',
    notes:
      'Dipper, since 11 May. MVP review passed and extended phase running: 88% on three ' +
      'unseen rivers. Fergus’s group is testing it. Coming back to him in spring with the ' +
      'results of the planted errors.',
    answer:
      'In the air since 11 May: 88% right on three rivers that the model had not seen. We ' +
      'come back to you in spring, when there are insects to name.',
    createdAt: '2026-04-17T18:39:00.000Z',
    route: [
      { status: 'under_review', at: '2026-04-22T10:30:00.000Z' },
      { status: 'approved', at: '2026-05-04T09:15:00.000Z' },
      { status: 'in_development', at: '2026-05-11T08:00:00.000Z' },
    ],
    became: { pods: 'dipper', apps: 'kick-sample', blogs: 'fourteen-megabytes-in-a-river' },
  },
];
