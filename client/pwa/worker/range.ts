type Range = { start: number; end: number };

/**
 * The bytes that a Range header asks for of `size` bytes, both ends included: undefined when the whole
 * is the answer (no such header, another unit, several ranges, no valid one), "none" when the body
 * has no such bytes (RFC 9110, section 14).
 */
export function rangeOf(header: string | null, size: number): Range | "none" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "") ?? [];
  if (!first && !last) return undefined;
  const isSuffix = first === "";
  const start = isSuffix ? Math.max(0, size - Number(last)) : Number(first);
  const end = isSuffix || !last ? size - 1 : Number(last);
  if (!isSuffix && end < start && last) return undefined;
  return start >= size ? "none" : { start, end: Math.min(end, size - 1) };
}

/**
 * Answers a request from a whole stored answer (status 200): the range that it asks for, or all of
 * it; as a download where its address says so.
 */
export async function answerFrom(stored: Response, request: Request): Promise<Response> {
  const headers = new Headers(stored.headers);
  headers.set("Accept-Ranges", "bytes");
  if (new URL(request.url).searchParams.get("download") === "1") {
    const disposition = headers.get("Content-Disposition") ?? "inline";
    headers.set("Content-Disposition", disposition.replace(/^inline/, "attachment"));
  }
  const asked = request.headers.get("Range");
  if (asked === null || isOfOtherBytes(request, stored)) {
    return new Response(stored.body, { headers });
  }
  // A stored body stays on the disk: only the part is read.
  const body = await stored.blob();
  const range = rangeOf(asked, body.size);
  if (range === undefined) return new Response(body, { headers });
  if (range === "none") {
    headers.set("Content-Range", `bytes */${body.size}`);
    headers.set("Content-Length", "0");
    return new Response(null, { status: 416, headers });
  }
  const part = body.slice(range.start, range.end + 1);
  headers.set("Content-Range", `bytes ${range.start}-${range.end}/${body.size}`);
  headers.set("Content-Length", String(part.size));
  return new Response(part, { status: 206, headers });
}

/** The reader has begun with another version of the file: it gets this one from its beginning. */
function isOfOtherBytes(request: Request, stored: Response): boolean {
  const expected = request.headers.get("If-Range");
  return expected !== null && expected !== stored.headers.get("ETag");
}
