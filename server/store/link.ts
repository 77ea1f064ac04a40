import { isWebAddress } from '#contract/fields.ts';

/** A link as it may leave. Whatever way another scheme got into the database, it is no link. */
export const linkOut = (address: string | null): string | null =>
  address !== null && isWebAddress(address) ? address : null;
