/** The paths of the pages of the staff area that people open without being signed in. */
export const signedOutPages = {
  login: '/admin/login',
  /** The redirect URI: an OpenID Connect provider sends browsers back to this path. */
  callback: '/admin/login/callback',
  invite: '/admin/invite',
} as const;
