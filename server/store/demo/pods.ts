import type { Pod, PodDraft } from '#contract/pod.ts';
import type { z } from '#contract/zod.ts';

/**
 * Sizes and statuses must agree with the texts in site.config.ts: four active prototyping pods of three specialists,
 * two more active pods that maintain live apps with volunteers, and 40+ members in all.
 */
export const pods: (z.input<typeof PodDraft> & Pick<Pod, 'teamSize' | 'startDate' | 'endDate'>)[] =
  [
    {
      name: 'Curlew',
      description:
        'Looks after two live apps: Reading Room, which searches 412,000 scanned pages for six ' +
        'archives, and Gizzard, which reads council budgets. A team of three specialists and ' +
        'nine volunteers from the archives. Named for a bird with a long bill that probes deep ' +
        'mud.',
      status: 'Active',
      progress: 86,
      teamSize: 12,
      startDate: '2025-06-02',
      endDate: null,
      technologies: ['Python', 'ColQwen', 'Tantivy', 'PostgreSQL', 'TypeScript'],
    },
    {
      name: 'Nightjar',
      description:
        'Builds Dawn Chorus, which turns a night of voice messages into a list that a radio ' +
        'producer can work through before breakfast. Now measuring how well it understands each ' +
        'speaker, before a fifth station joins. Named for a bird that is mostly heard.',
      status: 'Active',
      progress: 78,
      teamSize: 3,
      startDate: '2025-08-04',
      endDate: null,
      technologies: ['MMS', 'Whisper', 'FastAPI', 'Svelte'],
    },
    {
      name: 'Goldcrest',
      description:
        'Looks after Featherweight, which finds the cheapest model that can still answer a ' +
        'request well. A team of three specialists and seven volunteers who keep it running ' +
        'day and night. Named for Europe’s smallest bird, because it prefers small models.',
      status: 'Active',
      progress: 92,
      teamSize: 10,
      startDate: '2025-10-06',
      endDate: null,
      technologies: ['Go', 'vLLM', 'PostgreSQL', 'Grafana'],
    },
    {
      name: 'Avocet',
      description:
        'Builds Sonogram, which lets blind people hear a chart, and pays twelve screen-reader ' +
        'users to test it. Now adding bar charts. Named for a bird that sweeps its bill from ' +
        'side to side until it finds something.',
      status: 'Active',
      progress: 73,
      teamSize: 3,
      startDate: '2025-11-10',
      endDate: null,
      technologies: ['TypeScript', 'Web Audio API', 'Vega-Lite', 'React', 'axe-core'],
    },
    {
      name: 'Lapwing',
      description:
        'Builds Broken Wing, which tests chatbots by playing difficult visitors: lost, furious ' +
        'or up to no good. Named for a bird that pretends to have a broken wing to lead a ' +
        'predator away from its nest.',
      status: 'Active',
      progress: 67,
      teamSize: 3,
      startDate: '2026-02-02',
      endDate: null,
      technologies: ['Python', 'Inspect', 'Playwright'],
    },
    {
      name: 'Dipper',
      description:
        'Builds Kick Sample, which recognises river insects on the phones that volunteers ' +
        'already own, and spends its Saturdays on the bank to find out where it fails. Named ' +
        'for a bird that looks for its food under water.',
      status: 'Active',
      progress: 88,
      teamSize: 3,
      startDate: '2026-05-11',
      endDate: null,
      technologies: ['PyTorch', 'ONNX Runtime Web', 'Preact', 'WebGPU'],
    },
    {
      name: 'Bittern',
      description:
        'Plans Imprint, a record of who allowed which recording to be used. Before it builds, ' +
        'it agrees with two radio stations and an archive what must be deleted on request, how ' +
        'fast, and how to prove it. Named for a bird that stands still and listens first.',
      status: 'Planning',
      progress: 6,
      teamSize: 3,
      startDate: '2026-10-19',
      endDate: null,
      technologies: ['Rust', 'PostgreSQL', 'OpenLineage'],
    },
    {
      name: 'Whimbrel',
      description:
        'Built the first version of Holding Pattern, which fills cancelled appointments from a ' +
        'waiting list. It works on past data; the pod is on hold until the clinic has changed ' +
        'its booking system and can give us a test account.',
      status: 'On Hold',
      progress: 50,
      teamSize: 3,
      startDate: '2026-03-16',
      endDate: null,
      technologies: ['TypeScript', 'Temporal', 'PostgreSQL', 'FHIR'],
    },
    {
      name: 'Jackdaw',
      description:
        'Built Gizzard in fifteen months. Eleven councils use it every day to turn scanned ' +
        'budgets into tables, and Curlew has looked after it since the end of August. Named ' +
        'for a bird that collects small shiny things.',
      status: 'Completed',
      progress: 100,
      teamSize: 3,
      startDate: '2025-06-02',
      endDate: '2026-08-28',
      technologies: ['Python', 'PaddleOCR', 'OpenCV', 'DuckDB', 'Docker'],
    },
  ];
