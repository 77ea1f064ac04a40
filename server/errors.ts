/** Errors with an HTTP status. Any code may throw them; api/api.ts turns them into responses. */

/** All error statuses of the API, and what each means to a caller. */
export const errorMeanings = {
  400: 'The JSON or the Idempotency-Key is malformed',
  401: 'The token, or the username and password, are missing or wrong; with `fields.code` the password is right, and the code of the second factor is missing or wrong',
  403: 'The role has no access to this',
  404: 'There is no such object',
  405: 'The address does not accept this method',
  409: 'It conflicts with existing data, or the Idempotency-Key was used for another body',
  412: 'If-Match names an old version: somebody else has changed the object',
  413: 'The body is larger than its limit',
  415: 'The body is not JSON, or not a picture where one is expected',
  422: 'Fields are missing or wrong; `fields` says which and why. A picture is damaged or too large',
  429: 'Too many requests; Retry-After says when to try again',
  500: 'An error in the server; `requestId` identifies it in the log',
  503: 'The database or the sign-in provider does not answer, or the server is too busy; Retry-After says when to try again',
} as const;

export type ErrorStatus = keyof typeof errorMeanings;

export class Refusal extends Error {
  readonly status: ErrorStatus;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string>;

  constructor(status: ErrorStatus, message: string, { fields, headers = {} }: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
    this.headers = headers;
  }
}

interface RefusalDetails {
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

export class Malformed extends Refusal {
  constructor(message: string) {
    super(400, message);
  }
}

export class Unauthorized extends Refusal {
  constructor(message = 'Authentication required') {
    super(401, message, { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
}

/** Thrown when the password is right, but the code of the second factor is missing or wrong. */
export class CodeNeeded extends Refusal {
  constructor(message: string) {
    super(401, message, { fields: { code: message }, headers: { 'WWW-Authenticate': 'Bearer' } });
  }
}

export class Forbidden extends Refusal {
  constructor() {
    super(403, "You don't have permission to do this.");
  }
}

export class NotFound extends Refusal {
  constructor(kind: string) {
    super(404, `There is no such ${kind}.`);
  }
}

export class MethodNotAllowed extends Refusal {
  constructor(allowed: string[]) {
    const allow = allowed.join(', ');
    super(405, `This address takes ${allow}.`, { headers: { Allow: allow } });
  }
}

export class Conflict extends Refusal {
  constructor(message: string) {
    super(409, message);
  }
}

/** Thrown when somebody else has changed the object since it was read. */
export class Stale extends Refusal {
  constructor(kind: string) {
    super(412, `Somebody has changed this ${kind} in the meantime.`);
  }
}

export class TooLarge extends Refusal {
  constructor(limit: number) {
    super(413, `The body may have at most ${limit.toLocaleString('en')} bytes.`);
  }
}

/** Thrown when the body is not a picture in an accepted format. */
export class NotPicture extends Refusal {
  constructor(message: string) {
    super(415, message);
  }
}

/** Thrown when the body is a picture that cannot be used, because it is damaged or too large. */
export class BadPicture extends Refusal {
  constructor(message: string) {
    super(422, message);
  }
}

export class NotJson extends Refusal {
  constructor() {
    super(415, 'Send the body as JSON, with Content-Type: application/json.');
  }
}

export class Invalid extends Refusal {
  constructor(fields: Record<string, string>, message = 'Some fields need another look.') {
    super(422, message, { fields });
  }
}

export class TooMany extends Refusal {
  constructor(seconds: number) {
    super(429, `Too many attempts. Try again in ${inWords(seconds)}.`, {
      headers: { 'Retry-After': String(seconds) },
    });
  }
}

/** Thrown when the database does not answer, a queue is full, or a worker cannot be used. The caller may try again. */
export class Unavailable extends Refusal {
  constructor(seconds = 2) {
    super(503, 'The service is not available just now. Please try again.', {
      headers: { 'Retry-After': String(seconds) },
    });
  }
}

const inWords = (seconds: number) =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
