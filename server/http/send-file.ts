import type { Context } from "hono";
import { matchesEtag } from "./encoded-body.ts";
import type { AppEnv } from "./hono-env.ts";

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
