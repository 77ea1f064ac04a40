import 'react';

declare module 'react' {
  /** Allows custom properties in `style`. They carry data into the style sheets: a progress, a colour, a position. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
