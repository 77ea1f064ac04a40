/** Formats the hours of a log entry as "8.5 h, extended phase", or "No hours". */
export function spentHours(entry: { mvpHours: number; extendedHours: number }): string {
  const phases = [
    { hours: entry.mvpHours, name: 'MVP phase' },
    { hours: entry.extendedHours, name: 'extended phase' },
  ].filter(({ hours }) => hours > 0);
  return phases.map(({ hours, name }) => `${hours} h, ${name}`).join(' · ') || 'No hours';
}
