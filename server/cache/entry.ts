import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A whole response, before compression. */
export interface Content {
  status: number;
  /** The names are in lower case. */
  headers: Record<string, string>;
  body: Uint8Array;
  /** The body as the build has compressed it. A missing encoding is compressed on demand. */
  compressed?: Partial<Record<Compression, Uint8Array>>;
}

/** The parts of a request that decide how an entry is sent. */
export interface EntryRequest {
  isHead: boolean;
  hasToken: boolean;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

export const readEntryRequest = ({ method, headers }: IncomingMessage): EntryRequest => ({
  isHead: method === 'HEAD',
  hasToken: headers.authorization !== undefined,
  acceptEncoding: headers['accept-encoding'] as string | undefined,
  ifNoneMatch: headers['if-none-match'],
});

export type Compression = 'br' | 'gzip';
export type Encoding = Compression | 'identity';

/** The response in one encoding. Each list of headers alternates names and values, as `writeHead` expects. */
interface Variant {
  headers: readonly string[];
  notModifiedHeaders: readonly string[];
  body: Uint8Array;
}

type Compress = Record<Compression, (body: Uint8Array) => Promise<Uint8Array>>;

const compressWithBrotliQuality = (quality: number): Compress => ({
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      },
    }),
  gzip: promisify(gzip),
});

export const compress = compressWithBrotliQuality(7);
/** Takes less time than `compress`. For responses to URLs with a query string, which are rarely requested twice. */
export const quickCompress = compressWithBrotliQuality(4);

const isText = (type = '') => /^text\/|json|xml|svg|javascript/.test(type);
/** Bodies of fewer bytes are not compressed, because that saves hardly anything. */
const leastCompressible = 1024;

/** A cached response in the encodings that were requested so far. */
export class Entry {
  readonly status: number;
  readonly #content: Content;
  readonly #compress: Compress;
  readonly #tag: string;
  readonly #isCompressible: boolean;
  readonly #variants: Partial<Record<Encoding, Variant | Promise<Variant>>> = {};

  constructor(content: Content, compressWith = compress) {
    this.status = content.status;
    this.#content = content;
    this.#compress = compressWith;
    this.#tag = createHash('sha256').update(content.body).digest('base64url').slice(0, 22);
    this.#isCompressible =
      isText(content.headers['content-type']) && content.body.byteLength >= leastCompressible;
  }

  /** Estimates the bytes of all encodings with their headers. */
  get size(): number {
    const { byteLength } = this.#content.body;
    return (this.#isCompressible ? byteLength * 2 : byteLength) + 3 * 1024;
  }

  /** Sends the response: synchronously when its encoding is cached, otherwise after compression. */
  send(request: EntryRequest, outgoing: ServerResponse, requestId: string): void {
    const encoding = this.#isCompressible ? chooseEncoding(request.acceptEncoding) : 'identity';
    const variant = this.#variant(encoding);
    if (variant instanceof Promise) {
      variant.then((ready) => this.#write(request, outgoing, requestId, ready));
    } else {
      this.#write(request, outgoing, requestId, variant);
    }
  }

  /** Returns 304 when If-None-Match has the ETag of any encoding, otherwise the status of the response. */
  statusFor({ ifNoneMatch }: EntryRequest): number {
    if (ifNoneMatch === undefined || this.status !== 200) return this.status;
    return ifNoneMatch.includes(this.#tag) || ifNoneMatch.trim() === '*' ? 304 : 200;
  }

  #write(
    request: EntryRequest,
    outgoing: ServerResponse,
    requestId: string,
    { headers, notModifiedHeaders, body }: Variant,
  ): void {
    const status = this.statusFor(request);
    const sent = status === 304 ? notModifiedHeaders : headers;
    outgoing.writeHead(status, [...sent, 'x-request-id', requestId]);
    if (status === 304 || request.isHead) outgoing.end();
    else outgoing.end(body);
  }

  #variant(encoding: Encoding): Variant | Promise<Variant> {
    const ready = this.#variants[encoding];
    if (ready) return ready;
    if (encoding === 'identity') return this.#identity();
    const precompressed = this.#content.compressed?.[encoding];
    if (precompressed) return this.#addVariant(encoding, precompressed);
    const variant = this.#compress[encoding](this.#content.body).then(
      (body) => this.#addVariant(encoding, body),
      () => {
        // The next request tries to compress again.
        delete this.#variants[encoding];
        return this.#identity();
      },
    );
    this.#variants[encoding] = variant;
    return variant;
  }

  #identity(): Variant {
    return this.#addVariant('identity', this.#content.body);
  }

  #addVariant(encoding: Encoding, body: Uint8Array): Variant {
    const suffix = encoding === 'identity' ? '' : `-${encoding}`;
    const headers = {
      ...this.#content.headers,
      etag: `"${this.#tag}${suffix}"`,
      ...(this.#isCompressible && { vary: 'Accept-Encoding' }),
      ...(suffix && { 'content-encoding': encoding }),
    };
    const variant = {
      headers: Object.entries({ ...headers, 'content-length': String(body.byteLength) }).flat(),
      notModifiedHeaders: Object.entries(headers).flat(),
      body,
    };
    this.#variants[encoding] = variant;
    return variant;
  }
}

function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
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
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}
