/** The paths of the pages of the staff area that people open without being signed in. */
export const signedOutPages = {
  login: '/admin/login',
  /** The path of the redirect URI, to which an OpenID Connect provider sends browsers back. */
  callback: '/admin/login/callback',
  invite: '/admin/invite',
} as const;
