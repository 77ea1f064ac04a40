import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';

function listen(notify: () => void): () => void {
  addEventListener('themechange', notify);
  return () => removeEventListener('themechange', notify);
}

/** Returns the current theme. head-script.ts switches it on a click on a button with `data-switch-theme`. */
export const useTheme = () => useSyncExternalStore<Theme>(listen, currentTheme, () => 'dark');
