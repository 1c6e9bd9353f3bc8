import { createHash } from "node:crypto";
import { promisify } from "node:util";
import zlib, { constants } from "node:zlib";

type Bytes = Uint8Array<ArrayBufferLike>;
type Variant = { body: Uint8Array<ArrayBuffer>; headers: Headers; etag: string };

/** Response body in each encoding, with a strong ETag for each. */
export type EncodedBody = { identity: Variant; br?: Variant; gzip?: Variant };

const BROTLI_QUALITY = 10;
const GZIP_LEVEL = 9;

// These run on other threads, so that a large page delays no other visitor.
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Compresses and hashes a text once, so that it can be served many times. */
export async function encodeText(
  text: string,
  headers: Record<string, string>,
): Promise<EncodedBody> {
  const body = new TextEncoder().encode(text);
  return encodeBytes(body, headers, await compress(body));
}

/** Prepares a response body from the identity bytes and their compressed versions. */
export function encodeBytes(
  body: Bytes,
  headers: Record<string, string>,
  encodings: { br?: Bytes | undefined; gzip?: Bytes | undefined },
): EncodedBody {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 27);
  const { br, gzip } = encodings;
  const common = br || gzip ? { ...headers, Vary: "Accept-Encoding" } : headers;
  return {
    identity: variant(body, common, `"${hash}"`),
    ...(br && { br: variant(br, { ...common, "Content-Encoding": "br" }, `"${hash}-br"`) }),
    ...(gzip && { gzip: variant(gzip, { ...common, "Content-Encoding": "gzip" }, `"${hash}-gz"`) }),
  };
}

export async function compress(body: Bytes): Promise<{ br: Bytes; gzip: Bytes }> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gzipped] = await Promise.all([
    brotli(body, { params }),
    gzip(body, { level: GZIP_LEVEL }),
  ]);
  return { br, gzip: gzipped };
}

/** Compresses a page that is sent once. */
export function gzipText(text: string): Promise<Bytes> {
  return gzip(text);
}

/** Responds with a prepared body, or with 304 when the client's copy is current. */
export function serveEncoded(prepared: EncodedBody, request: Request): Response {
  const chosen = chooseVariant(prepared, request.headers.get("Accept-Encoding"));
  if (matchesEtag(request.headers.get("If-None-Match"), chosen.etag)) {
    return new Response(null, { status: 304, headers: chosen.headers });
  }
  return new Response(chosen.body, { headers: chosen.headers });
}

/** Whether an If-None-Match header contains this ETag (weak comparison, RFC 9110). */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}

function variant(body: Bytes, headers: Record<string, string>, etag: string): Variant {
  const own = {
    ETag: etag,
    // Bun omits this header from HEAD responses.
    "Content-Length": String(body.byteLength),
  };
  // Copying a `Headers` object is three times as fast as building one from a record.
  return { body: new Uint8Array(body), headers: new Headers({ ...headers, ...own }), etag };
}

export function chooseVariant(
  { identity, br, gzip }: EncodedBody,
  accepted: string | null,
): Variant {
  if (!accepted) return identity;
  if (br && accepts(accepted, "br")) return br;
  return gzip && accepts(accepted, "gzip") ? gzip : identity;
}

export function accepts(header: string, encoding: string): boolean {
  return header.split(",").some((part) => {
    const [name, ...parameters] = part.trim().toLowerCase().split(";");
    return name?.trim() === encoding && !parameters.some((p) => /^\s*q=0(\.0*)?\s*$/.test(p));
  });
}

/** Headers of a page that search engines must not list. */
export const unlistedPage = (caching: string) => ({
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": caching,
  "X-Robots-Tag": "noindex",
});
