import 'react';

declare module 'react' {
  /** Allows CSS custom properties in `style`. They carry data such as a progress into the style sheets. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
