import type { ReactNode } from 'react';
import { ownLanguage } from '#contract/site/language.ts';

/**
 * The lab's own words, marked with their language where it is not that of the page (WCAG 3.1.2). A `bdi` also gives them their own
 * direction. `rest` follows in English.
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
