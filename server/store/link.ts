import { isWebAddress } from '#contract/fields.ts';

/**
 * Returns an http or https URL as it is, and null for every other text. A link with another scheme could run code. The
 * forms refuse such URLs, but they may get into the database in other ways, such as an edited backup.
 */
export const linkOut = (address: string | null): string | null =>
  address !== null && isWebAddress(address) ? address : null;
