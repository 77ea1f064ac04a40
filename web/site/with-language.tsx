import type { ReactNode } from 'react';
import { ownLanguage } from '#contract/site/language.ts';

/**
 * Marks a text from site.config.ts with its language, if the page has another language (WCAG 3.1.2). The `bdi` element
 * also gives the text its own direction. `rest`, the words after the text, is in English.
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
