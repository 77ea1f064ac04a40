/** What a tab keeps until it is closed. Where that is forbidden, or there is no room, it keeps nothing. */

export function readKept<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {}
}
