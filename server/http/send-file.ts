import type { Context } from "hono";
import { matchesEtag } from "./encoded-body.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { AppEnv } from "./hono-env.ts";
import { streamOf } from "./guarded-stream.ts";

/** `id` becomes the ETag. */
export type SentFile = { bytes: number; id: string; type: string; disposition: string };

type SendOptions = { headers: Record<string, string>; path: () => Promise<string> };

/** Sends a file as the whole body, because Bun then handles Range, If-Range and 416. */
export async function sendFile(
  c: Context<AppEnv>,
  { bytes, id, type, disposition }: SentFile,
  { headers: extra, path }: SendOptions,
): Promise<Response> {
  const etag = `"${id}"`;
  const headers = new Headers({
    ...extra,
    "Content-Type": type,
    "Content-Disposition": disposition,
    ETag: etag,
  });
  if (matchesEtag(c.req.header("If-None-Match") ?? null, etag)) {
    return new Response(null, { status: 304, headers });
  }
  if (c.req.header("Range") === undefined) headers.set("Accept-Ranges", "bytes");
  if (c.req.method !== "HEAD") return new Response(Bun.file(await path()), { headers });
  headers.set("Content-Length", String(bytes));
  return new Response(null, { headers });
}

/** Time after which a stalled download fails; its reader can resume it. */
const STALLED_MS = 10 * MINUTE_MS;

/** Bytes of a file, from `from` up to and without `to`. */
type ByteRange = { from: number; to: number };
type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>, undefined>;

/**
 * Sends a private file in chunks that can be checked one by one. Handles HEAD, If-Range and single
 * ranges, as Bun does for whole files.
 */
export async function sendChunks(
  c: Pick<Context, "req">,
  { bytes, id, type, disposition }: SentFile,
  chunksOf: (range: ByteRange) => Chunks,
): Promise<Response> {
  const etag = `"${id}"`;
  const headers = new Headers({
    "Content-Type": type,
    "Content-Disposition": disposition,
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    "Accept-Ranges": "bytes",
    ETag: etag,
  });
  if (c.req.method === "HEAD") {
    headers.set("Content-Length", String(bytes));
    return new Response(null, { headers });
  }
  const isSame = (c.req.header("If-Range") ?? etag) === etag;
  const range = isSame ? readRange(c.req.header("Range"), bytes) : undefined;
  if (range && range.from >= range.to) {
    headers.set("Content-Range", `bytes */${bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const { from, to } = range ?? { from: 0, to: bytes };
  if (range) headers.set("Content-Range", `bytes ${from}-${to - 1}/${bytes}`);
  const body = await streamOf(chunksOf({ from, to }), { stalledMs: STALLED_MS });
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** Parses a single range; it is empty if the file has no such bytes. */
function readRange(header: string | undefined, bytes: number): ByteRange | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") return { from: Math.max(bytes - Number(last), 0), to: bytes };
  return { from: Number(first), to: last === "" ? bytes : Math.min(Number(last) + 1, bytes) };
}
