type Range = { start: number; end: number };

/**
 * Parses a Range header for a body of `size` bytes (RFC 9110, section 14); both ends are inclusive.
 * Undefined: send the whole body. "none": not satisfiable.
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

/** Answers a request from a complete cached response: its range, or all of it. */
export async function answerFrom(stored: Response, request: Request): Promise<Response> {
  const headers = new Headers(stored.headers);
  headers.set("Accept-Ranges", "bytes");
  if (new URL(request.url).searchParams.get("download") === "1") {
    const disposition = headers.get("Content-Disposition") ?? "inline";
    headers.set("Content-Disposition", disposition.replace(/^inline/, "attachment"));
  }
  const header = request.headers.get("Range");
  if (header === null || isOtherVersion(request, stored)) {
    return new Response(stored.body, { headers });
  }
  // A cached blob stays on disk; only the slice is read.
  const body = await stored.blob();
  const range = rangeOf(header, body.size);
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

/** The reader started with another version and must get this one from the beginning. */
function isOtherVersion(request: Request, stored: Response): boolean {
  const expected = request.headers.get("If-Range");
  return expected !== null && expected !== stored.headers.get("ETag");
}
