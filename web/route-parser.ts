import type { Parser } from 'wouter';

/** Parses the patterns of routes. Unlike in wouter's default parser, letter case and a trailing slash count. */
export const parsePattern: Parser = (pattern, loose) => ({
  keys: ['id'],
  pattern: new RegExp(`^${pattern.replace(':id', '([^/]+)')}${loose ? '(?=/|$)' : '$'}`),
});
