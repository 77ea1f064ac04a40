/** Writes metrics in the text format of Prometheus, version 0.0.4. */

export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  /** Each line is a sample. A sample of a histogram has the name of the family with `_bucket`, `_sum` or `_count`. */
  lines: string[];
}

type Labels = Record<string, string | number>;

export const createFamily = (
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: [labels: Labels, value: number][],
): Family => ({
  name,
  type,
  help,
  lines: samples.map(([labels, value]) => formatSample(name, labels, value)),
});

/** Formats a sample: `name{label="value"} 1`. */
export function formatSample(name: string, labels: Labels, value: number): string {
  const inside = Object.entries(labels).map(
    ([label, text]) => `${label}="${escaped(String(text))}"`,
  );
  return `${name}${inside.length > 0 ? `{${inside.join()}}` : ''} ${value}`;
}

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

/** Writes the families. Merges families of the same name, which come from several processes. */
export function formatFamilies(families: Family[]): string {
  const byName = Map.groupBy(families, ({ name }) => name);
  return [...byName]
    .map(([name, same]) => {
      const { help = '', type = '' } = same[0] ?? {};
      const lines = same.flatMap((one) => one.lines);
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
    })
    .join('');
}
