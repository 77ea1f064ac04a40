import 'react';

declare module 'react' {
  /** Custom properties carry data into the style sheets: a progress, a colour, a position on a curve. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
