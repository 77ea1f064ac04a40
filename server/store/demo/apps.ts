import type { App, AppDraft } from '#contract/app.ts';
import type { z } from '#contract/zod.ts';

export const apps: (z.input<typeof AppDraft> & Pick<App, 'createdAt'>)[] = [
  {
    name: 'Imprint',
    description:
      'Keeps a record of who allowed which recording to be used, for what, and until when. ' +
      'When somebody withdraws, it follows the copies: clips, transcripts, training sets and ' +
      'the models that saw them, each marked as deleted or still to do. Made for radio ' +
      'stations and archives that want to be able to keep a promise. In a dry run on one ' +
      'station’s data, a withdrawal reached four derived datasets in 90 seconds.',
    category: 'Service',
    status: 'In Development',
    technologies: ['Rust', 'PostgreSQL', 'OpenLineage'],
    demoUrl: null,
    githubUrl: null,
    podId: 'bittern',
    createdAt: '2026-10-29T09:15:00.000Z',
  },
  {
    name: 'Kick Sample',
    description:
      'Helps river volunteers to name the insects in a sampling tray, on the bank and ' +
      'without a signal. It offers a short list of families with the feature that tells them ' +
      'apart, and leaves the decision to the person holding the lens. On three rivers it had ' +
      'never seen, its first choice was right for 88% of 1,240 specimens, in 0.4 seconds on ' +
      'a phone from 2019.',
    category: 'Web App',
    status: 'Prototype',
    technologies: ['PyTorch', 'ONNX Runtime Web', 'WebGPU', 'Preact', 'Workbox'],
    demoUrl: 'https://kick-sample.fledge.example/',
    githubUrl: 'https://fledge.code.example/kick-sample',
    podId: 'dipper',
    createdAt: '2026-06-18T14:40:00.000Z',
  },
  {
    name: 'Holding Pattern',
    description:
      'Fills cancelled physiotherapy appointments. The agent asks the waiting list by text ' +
      'message, in order, agrees a time and leaves the final yes to a receptionist. Replayed ' +
      'against three months of real cancellations, 1,126 in all, it filled 58% of the gaps; ' +
      'the telephone had filled 22%.',
    category: 'AI Agent',
    status: 'Prototype',
    technologies: ['TypeScript', 'Temporal', 'PostgreSQL', 'FHIR'],
    demoUrl: null,
    githubUrl: 'https://fledge.code.example/holding-pattern',
    podId: 'whimbrel',
    createdAt: '2026-04-23T08:05:00.000Z',
  },
  {
    name: 'Broken Wing',
    description:
      'Tests a chatbot with 214 simulated visitors before the public arrives: the confused, ' +
      'the furious, the very literal, and a few who hide instructions in a pasted e-mail. ' +
      'Each failure comes back as a script that replays it, ready for the test suite. On ' +
      'five of our own prototypes it found 31 confirmed failures, nine of which three weeks ' +
      'of testing by hand had missed.',
    category: 'Tool',
    status: 'Beta',
    technologies: ['Python', 'Inspect', 'Playwright', 'SQLite'],
    demoUrl: 'https://broken-wing.fledge.example/report/sample',
    githubUrl: 'https://fledge.code.example/broken-wing',
    podId: 'lapwing',
    createdAt: '2026-03-05T11:30:00.000Z',
  },
  {
    name: 'Sonogram',
    description:
      'Lets people hear a chart. One checked sentence says what matters, two seconds of ' +
      'sound carry the shape, and a proper table holds the numbers, all of it from the ' +
      'keyboard. Ten of twelve screen-reader users could say when a trend turned; with the ' +
      'usual alternative text, three could.',
    category: 'Web App',
    status: 'Beta',
    technologies: ['TypeScript', 'React', 'Web Audio API', 'Vega-Lite'],
    demoUrl: 'https://sonogram.fledge.example/',
    githubUrl: 'https://fledge.code.example/sonogram',
    podId: 'avocet',
    createdAt: '2026-01-08T16:20:00.000Z',
  },
  {
    name: 'Featherweight',
    description:
      'Makes language models cheaper to use. It stands between a prototype and the models it ' +
      'calls: each request goes to the smallest model that might manage, the answer is ' +
      'checked, and only doubtful ones travel on to a large model. In June it carried 97,000 requests for €556 instead of €1,940, half a ' +
      'point below the large model on our nine evaluation sets.',
    category: 'Service',
    status: 'Live',
    technologies: ['Go', 'vLLM', 'PostgreSQL', 'Redis', 'OpenTelemetry', 'Grafana'],
    demoUrl: 'https://featherweight.fledge.example/status',
    githubUrl: 'https://fledge.code.example/featherweight',
    podId: 'goldcrest',
    createdAt: '2025-11-20T10:00:00.000Z',
  },
  {
    name: 'Dawn Chorus',
    description:
      'Transcribes, labels and sorts the voice messages that listeners leave for community ' +
      'radio overnight, in Dagbani, Quechua, Welsh and Albanian. Where it cannot make out a ' +
      'message it says so, and puts that one in the pile for human ears. At four stations a ' +
      'producer now gets through 120 messages in 35 minutes; listening to them all took two ' +
      'and a half hours.',
    category: 'Web App',
    status: 'Beta',
    technologies: ['MMS', 'Whisper', 'Silero VAD', 'FastAPI', 'Svelte', 'PostgreSQL'],
    demoUrl: 'https://dawn-chorus.fledge.example/',
    githubUrl: 'https://fledge.code.example/dawn-chorus',
    podId: 'nightjar',
    createdAt: '2025-09-11T05:50:00.000Z',
  },
  {
    name: 'Gizzard',
    description:
      'Turns the tables in scanned council budgets into rows of data. Every cell keeps its place on ' +
      'the page, so an auditor can click a figure and see the ink. On 312 tables from 27 ' +
      'budgets it read 96.1% of the cells exactly as printed, misprints included.',
    category: 'Tool',
    status: 'Live',
    technologies: ['Python', 'PaddleOCR', 'OpenCV', 'DuckDB', 'FastAPI', 'Docker', 'Typer'],
    demoUrl: 'https://gizzard.fledge.example/',
    githubUrl: 'https://fledge.code.example/gizzard',
    podId: 'jackdaw',
    createdAt: '2025-07-08T13:10:00.000Z',
  },
  {
    name: 'Reading Room',
    description:
      'Searches 412,000 scanned pages in six archives and brings back the page itself, with ' +
      'the lines marked and the spellings it tried. It plans, searches and searches again ' +
      'like a patient junior, and never writes the answer for you. For 81 of 100 questions ' +
      'set by archivists the right page is among the first five results; catalogue search ' +
      'manages 46.',
    category: 'AI Agent',
    status: 'Live',
    technologies: ['Python', 'ColQwen', 'Tantivy', 'TypeScript', 'IIIF'],
    demoUrl: 'https://reading-room.fledge.example/',
    githubUrl: 'https://fledge.code.example/reading-room',
    podId: 'curlew',
    createdAt: '2025-06-30T09:00:00.000Z',
  },
];
