import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';

function listen(notify: () => void): () => void {
  addEventListener('themechange', notify);
  return () => removeEventListener('themechange', notify);
}

/** The current theme. A button with `data-switch-theme` switches it: see head-script.ts. */
export const useTheme = () => useSyncExternalStore<Theme>(listen, currentTheme, () => 'dark');
