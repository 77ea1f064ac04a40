import { Moon, Sun } from 'lucide-react';
import { useTheme } from '../theme.ts';
import { Button } from './button.tsx';

/** head-script.ts handles the click, also before hydration. CSS shows one of the two icons. */
export function ThemeToggle() {
  const theme = useTheme();
  return (
    <Button
      variant="ghost"
      icon
      small
      className="theme-toggle"
      aria-label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      data-switch-theme
    >
      <Sun className="i i-sun" aria-hidden="true" />
      <Moon className="i i-moon" aria-hidden="true" />
    </Button>
  );
}
