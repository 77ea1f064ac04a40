/** JSON in sessionStorage. If storage is forbidden or full, writes do nothing and reads return undefined. */

export function readStored<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {}
}

export function removeStored(matches: (name: string) => boolean): void {
  try {
    for (const name of Object.keys(sessionStorage).filter(matches)) sessionStorage.removeItem(name);
  } catch {}
}
