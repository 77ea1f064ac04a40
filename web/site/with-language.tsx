import type { ReactNode } from 'react';
import { ownLanguage } from '#contract/site/language.ts';

/**
 * Marks a text from the lab's configuration with its language, if that is not the page's language (WCAG 3.1.2). A `bdi`
 * also gives the text its own direction. `rest` follows in English.
 */
export const withLanguage = (words: string, rest = ''): ReactNode =>
  ownLanguage ? (
    <>
      <bdi lang={ownLanguage}>{words}</bdi>
      {rest}
    </>
  ) : (
    words + rest
  );
