/** The refusals of the product. They are thrown anywhere and translated once, in api/api.ts. */

export class Refusal extends Error {
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, { fields, headers = {} }: RefusalDetails = {}) {
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

/** Somebody else changed the object after it was read. */
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

/** The database, or what it needs, is away. It is worth asking again. */
export class Unavailable extends Refusal {
  constructor(seconds = 2) {
    super(503, 'The service is not available just now. Please try again.', {
      headers: { 'Retry-After': String(seconds) },
    });
  }
}

const inWords = (seconds: number) =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
