import type { PressChange, Presses, PressKind } from '#contract/press.ts';
import { okOrThrow } from '../api/client.ts';

/** Stores in localStorage which buttons this browser has pressed, and the secret with which it can undo a press. */

const name = 'presses';
/** The maximum number of presses in localStorage. The oldest are dropped. */
const mostKept = 500;

interface Stored {
  browser: string;
  /** Each entry is "<id of the idea> <kind>". The newest is last. */
  pressed: string[];
}

const changes = new EventTarget();

export function subscribeToPresses(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  // The `storage` event fires when another tab changes localStorage.
  addEventListener('storage', listener);
  return () => {
    changes.removeEventListener('change', listener);
    removeEventListener('storage', listener);
  };
}

export const hasPressed = (id: string, kind: PressKind): boolean =>
  read().pressed.includes(`${id} ${kind}`);

/** Returns the secret of this browser. The first call creates it. */
export function browserSecret(): string {
  const stored = read();
  if (stored.browser) return stored.browser;
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  const browser = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  write({ ...stored, browser });
  return browser;
}

/** Presses a button, or undoes the press. Stores the change once the server has accepted it. */
export async function sendPress(
  path: string,
  id: string,
  kind: PressKind,
  isPressed: boolean,
): Promise<Presses> {
  const change: PressChange = { kind, browser: browserSecret(), isPressed };
  // Does not call `send` of submit.ts, which would add the code of forms to this page.
  const response = await fetch(path, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  });
  const counts = (await (await okOrThrow(response)).json()) as Presses;
  const entry = `${id} ${kind}`;
  const { browser, pressed } = read();
  const others = pressed.filter((each) => each !== entry);
  write({ browser, pressed: isPressed ? [...others, entry].slice(-mostKept) : others });
  changes.dispatchEvent(new Event('change'));
  return counts;
}

function read(): Stored {
  try {
    const stored = JSON.parse(localStorage.getItem(name) ?? '{}');
    return {
      browser: /^[0-9a-f]{32,64}$/.test(stored.browser) ? stored.browser : '',
      pressed: Array.isArray(stored.pressed) ? stored.pressed : [],
    };
  } catch {
    return { browser: '', pressed: [] };
  }
}

/** If localStorage is full or forbidden, the press is counted but cannot be undone. */
function write(stored: Stored): void {
  try {
    localStorage.setItem(name, JSON.stringify(stored));
  } catch {}
}
