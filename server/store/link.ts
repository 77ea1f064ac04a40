import { isWebAddress } from '#contract/fields.ts';

/**
 * Returns `address` if it is an http or https URL, otherwise null. A link with another scheme could run code. The forms
 * refuse such links, but they may get into the database in other ways, such as an edited backup.
 */
export const webUrlOrNull = (address: string | null): string | null =>
  address !== null && isWebAddress(address) ? address : null;
