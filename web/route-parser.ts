import type { Parser } from 'wouter';

/** Parses the patterns of routes. Unlike wouter's default parser, distinguishes letter case and a trailing slash. */
export const parsePattern: Parser = (pattern, loose) => ({
  keys: ['id'],
  pattern: new RegExp(`^${pattern.replace(':id', '([^/]+)')}${loose ? '(?=/|$)' : '$'}`),
});
