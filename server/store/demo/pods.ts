export const pods = [
  {
    id: 'curlew',
    name: 'Curlew',
    description:
      'Long bill, deep mud: finding one page among 412,000. Runs Reading Room for six ' +
      'archives, has looked after Gizzard since August, and is teaching the search to cope ' +
      'with seventeenth-century hands.',
    status: 'Active',
    progress: 86,
    teamSize: 6,
    startDate: '2025-06-02',
    endDate: null,
    technologies: ['Python', 'ColQwen', 'Tantivy', 'PostgreSQL', 'TypeScript'],
  },
  {
    id: 'nightjar',
    name: 'Nightjar',
    description:
      'Named for a bird that is mostly heard. Turns a night of voice messages into a list ' +
      'that a radio producer can work through before breakfast, and measures it speaker by ' +
      'speaker before a fifth station joins.',
    status: 'Active',
    progress: 78,
    teamSize: 5,
    startDate: '2025-08-04',
    endDate: null,
    technologies: ['MMS', 'Whisper', 'FastAPI', 'Svelte'],
  },
  {
    id: 'goldcrest',
    name: 'Goldcrest',
    description:
      'Europe’s smallest bird and the lab’s smallest models. Keeps Featherweight honest: the ' +
      'cheapest answer that still passes the check, and a weekly look at the answers nobody ' +
      'doubted.',
    status: 'Active',
    progress: 92,
    teamSize: 5,
    startDate: '2025-10-06',
    endDate: null,
    technologies: ['Go', 'vLLM', 'PostgreSQL', 'Grafana'],
  },
  {
    id: 'avocet',
    name: 'Avocet',
    description:
      'Sweeps from side to side until it finds something. Builds with twelve screen-reader ' +
      'users on the payroll, and is adding bar charts and small multiples to Sonogram.',
    status: 'Active',
    progress: 73,
    teamSize: 6,
    startDate: '2025-11-10',
    endDate: null,
    technologies: ['TypeScript', 'Web Audio API', 'Vega-Lite', 'React', 'axe-core'],
  },
  {
    id: 'lapwing',
    name: 'Lapwing',
    description:
      'A lapwing feigns a broken wing to lead a predator astray. This pod plays hurt, lost ' +
      'and furious in front of chatbots, before somebody means it.',
    status: 'Active',
    progress: 67,
    teamSize: 4,
    startDate: '2026-02-02',
    endDate: null,
    technologies: ['Python', 'Inspect', 'Playwright'],
  },
  {
    id: 'dipper',
    name: 'Dipper',
    description:
      'Works under water. Fits recognition models onto the phones that river volunteers ' +
      'already own, and spends its Saturdays finding out where they fail.',
    status: 'Active',
    progress: 88,
    teamSize: 5,
    startDate: '2026-05-11',
    endDate: null,
    technologies: ['PyTorch', 'ONNX Runtime Web', 'Preact', 'WebGPU'],
  },
  {
    id: 'bittern',
    name: 'Bittern',
    description:
      'Stands still and listens first. Agreeing with two radio stations and an archive what ' +
      'Imprint must be able to forget, how fast, and how it will prove that it has.',
    status: 'Planning',
    progress: 6,
    teamSize: 4,
    startDate: '2026-10-19',
    endDate: null,
    technologies: ['Rust', 'PostgreSQL', 'OpenLineage'],
  },
  {
    id: 'whimbrel',
    name: 'Whimbrel',
    description:
      'Appointments and waiting lists. The MVP is done and the replay looks good; on hold ' +
      'until the clinic has finished changing its booking system and can give us a test ' +
      'account.',
    status: 'On Hold',
    progress: 50,
    teamSize: 3,
    startDate: '2026-03-16',
    endDate: null,
    technologies: ['TypeScript', 'Temporal', 'PostgreSQL', 'FHIR'],
  },
  {
    id: 'jackdaw',
    name: 'Jackdaw',
    description:
      'Collected small shiny things out of large dull documents for fifteen months. Gizzard ' +
      'is in daily use in eleven councils and has lived with Curlew since the end of August.',
    status: 'Completed',
    progress: 100,
    teamSize: 5,
    startDate: '2025-06-02',
    endDate: '2026-08-28',
    technologies: ['Python', 'PaddleOCR', 'OpenCV', 'DuckDB', 'Docker'],
  },
];
