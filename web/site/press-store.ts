import type { PressChange, Presses, PressKind } from '#contract/press.ts';
import { okOrThrow } from '../api/client.ts';

/** The presses of this browser. They are stored in the browser alone, with the secret by which a press is taken back. */

const name = 'presses';
/** The most presses that are remembered. */
const mostKept = 500;

interface Stored {
  browser: string;
  /** The id of the idea and the kind, the newest last. */
  pressed: string[];
}

const changes = new EventTarget();

export function subscribeToPresses(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  // Another tab.
  addEventListener('storage', listener);
  return () => {
    changes.removeEventListener('change', listener);
    removeEventListener('storage', listener);
  };
}

export const hasPressed = (id: string, kind: PressKind): boolean =>
  read().pressed.includes(`${id} ${kind}`);

/** The secret of this browser. It is made with the first press. */
export function browserSecret(): string {
  const stored = read();
  if (stored.browser) return stored.browser;
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  const browser = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  write({ ...stored, browser });
  return browser;
}

/** Presses, or takes the press back; remembers it once the server has. */
export async function sendPress(
  path: string,
  id: string,
  kind: PressKind,
  isPressed: boolean,
): Promise<Presses> {
  const change: PressChange = { kind, browser: browserSecret(), isPressed };
  // Not by submit.ts, which comes with the code of forms: the page is for reading.
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

/** Without storage a press is counted, and cannot be taken back. */
function write(stored: Stored): void {
  try {
    localStorage.setItem(name, JSON.stringify(stored));
  } catch {}
}
