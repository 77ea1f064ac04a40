import { Moon, Sun } from 'lucide-react';
import { useTheme } from '../theme.tsx';
import { Button } from './button.tsx';

export function ThemeToggle() {
  const { theme, toggle } = useTheme();
  return (
    <Button
      variant="ghost"
      icon
      small
      className="theme-toggle"
      aria-label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggle}
    >
      <Sun className="i i-sun" aria-hidden="true" />
      <Moon className="i i-moon" aria-hidden="true" />
    </Button>
  );
}
