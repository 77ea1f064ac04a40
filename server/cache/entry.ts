import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Head } from './head.ts';

/** An answer, whole. */
export interface Content {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: Uint8Array;
  /** Made ahead, where there was time for it. */
  compressed?: Partial<Record<Compression, Uint8Array>>;
}

/** What a request says that matters here. */
export interface Asked {
  isHead: boolean;
  isSigned: boolean;
  encodings: string | undefined;
  /** The tags of what the sender has. */
  known: string | undefined;
}

export const readAsked = ({ method, headers }: IncomingMessage): Asked => ({
  isHead: method === 'HEAD',
  isSigned: headers.authorization !== undefined,
  encodings: headers['accept-encoding'] as string | undefined,
  known: headers['if-none-match'],
});

export type Compression = 'br' | 'gzip';
export type Encoding = Compression | 'identity';

/** One encoding, ready to be sent. */
interface Form {
  head: Head;
  /** For whoever has the body. */
  headAlone: Head;
  /** Short ones as latin1, which Node sends in one piece with the head. */
  body: Uint8Array | string;
}

const compress: Record<Compression, (body: Uint8Array) => Promise<Uint8Array>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 7,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      },
    }),
  gzip: promisify(gzip),
};

const isText = (type = '') => /^text\/|json|xml|svg|javascript/.test(type);
/** Below this a compressed answer is hardly smaller. */
const worthwhile = 1024;
/** Up to this, in bytes, Node copies a text to where it is sent from without asking for memory. */
const short = 14 * 1024;

/** One answer in memory, in the encodings that were asked for so far. */
export class Entry {
  readonly status: number;
  readonly #content: Content;
  readonly #tag: string;
  readonly #isCompressible: boolean;
  readonly #forms: Partial<Record<Encoding, Form | Promise<Form>>> = {};

  constructor(content: Content) {
    this.status = content.status;
    this.#content = content;
    this.#tag = createHash('sha256').update(content.body).digest('base64url').slice(0, 22);
    this.#isCompressible =
      isText(content.headers['content-type']) && content.body.byteLength >= worthwhile;
  }

  /** Roughly, with the other encodings and their heads. */
  get size(): number {
    return this.#content.body.byteLength * 2 + 3 * 1024;
  }

  /** Sends it; at once where the bytes are there. */
  send(asked: Asked, outgoing: ServerResponse, requestId: string): void {
    const form = this.#form(this.#isCompressible ? chooseEncoding(asked.encodings) : 'identity');
    if (form instanceof Promise) {
      form.then((ready) => this.#write(asked, outgoing, requestId, ready));
    } else {
      this.#write(asked, outgoing, requestId, form);
    }
  }

  /** The status that a request gets: 304 where the sender has just this. */
  statusFor({ known }: Asked): number {
    return known !== undefined && this.status === 200 && this.#isKnown(known) ? 304 : this.status;
  }

  #write(asked: Asked, outgoing: ServerResponse, requestId: string, form: Form): void {
    const status = this.statusFor(asked);
    const { head, headAlone, body } = form;
    if (status === 304) {
      headAlone.write(outgoing, requestId);
      outgoing.end();
      return;
    }
    head.write(outgoing, requestId);
    if (asked.isHead) outgoing.end();
    else outgoing.end(body, 'latin1');
  }

  /** Whichever encoding it was that the sender got. */
  #isKnown(header: string): boolean {
    return header.includes(this.#tag) || header.trim() === '*';
  }

  #form(encoding: Encoding): Form | Promise<Form> {
    const there = this.#forms[encoding];
    if (there) return there;
    const ahead =
      encoding === 'identity' ? this.#content.body : this.#content.compressed?.[encoding];
    if (ahead) return this.#keep(encoding, ahead);
    const form = compress[encoding as Compression](this.#content.body).then((body) =>
      this.#keep(encoding, body),
    );
    this.#forms[encoding] = form;
    return form;
  }

  #keep(encoding: Encoding, body: Uint8Array): Form {
    const suffix = encoding === 'identity' ? '' : `-${encoding}`;
    const headers = {
      ...this.#content.headers,
      etag: `"${this.#tag}${suffix}"`,
      ...(this.#isCompressible && { vary: 'Accept-Encoding' }),
      ...(suffix && { 'content-encoding': encoding }),
    };
    const length = body.byteLength;
    const form = {
      head: new Head(this.status, { ...headers, 'content-length': String(length) }),
      headAlone: new Head(304, headers),
      body: length <= short ? Buffer.from(body).toString('latin1') : body,
    };
    this.#forms[encoding] = form;
    return form;
  }
}

const chosen = new Map<string, Encoding>();

/** Brotli, then gzip. Browsers send one of a few lines, so the answer is remembered. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const known = chosen.get(header);
  if (known) return known;
  const accepted = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  const takes = (name: string) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0;
  const encoding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
  if (chosen.size < 100) chosen.set(header, encoding);
  return encoding;
}
