/** The pages of the staff area for people who are not signed in. */
export const entrances = {
  login: '/admin/login',
  /** An OpenID Connect provider sends browsers back to it. */
  callback: '/admin/login/callback',
  invite: '/admin/invite',
} as const;
