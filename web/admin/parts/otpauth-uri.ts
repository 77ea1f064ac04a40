interface Otpauth {
  /** The name of the site. */
  issuer: string;
  username: string;
  /** The secret in Base32. */
  secret: string;
}

/** Returns the otpauth: URI that authenticator apps read from the QR code. Many of them show "+" instead of a space. */
export function otpauthUri({ issuer, username, secret }: Otpauth): string {
  const [site, user] = [encodeURIComponent(issuer), encodeURIComponent(username)];
  return `otpauth://totp/${site}:${user}?secret=${secret}&issuer=${site}`;
}
