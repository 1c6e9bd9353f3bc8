import { createHash } from "node:crypto";
import type { Entry } from "./manifest.ts";

export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A file whose bytes are not those that its name or its manifest promise. */
export class WrongContent extends Error {
  override readonly name = "WrongContent";
  constructor(readonly entry: Entry) {
    super(`${entry.name} is not what it was`);
  }
}

/** The content as it comes; throws WrongContent at its end, or before, when it is not that of the entry. */
export async function* proven(entry: Entry, content: Content): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    if (bytes > entry.bytes) break;
    yield chunk;
  }
  if (bytes !== entry.bytes || hash.digest("hex") !== entry.sha256) throw new WrongContent(entry);
}

/** The bytes of a stream whose type does not say that it has bytes. */
export async function* bytesIn(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
}
