import { must } from "./picture.ts";

/** A box of an ISO base media file; `body` and `end` are offsets in the file. */
export type Box = { type: string; start: number; body: number; end: number };

/** Reads the boxes between two offsets. Throws BrokenPicture when a box is truncated. */
export function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let start = from; start < to;) {
    must(start + 8 <= to);
    let size = bytes.readUInt32BE(start);
    let body = start + 8;
    if (size === 1) {
      must(start + 16 <= to);
      size = Number(bytes.readBigUInt64BE(start + 8));
      body = start + 16;
    }
    const end = size === 0 ? to : start + size;
    must(end >= body && end <= to);
    yield { type: bytes.toString("latin1", start + 4, start + 8), start, body, end };
    start = end;
  }
}

/** Replaces a box with free space of the same length, so that offsets in the file stay valid. */
export function blankBox(bytes: Buffer, { start, body, end }: Box): void {
  bytes.write("free", start + 4, "latin1");
  bytes.fill(0, body, end);
}

/** Reads numbers of given widths in bytes, in order. */
export function createCursor(bytes: Buffer, from: number, to: number) {
  let at = from;
  return {
    number(width: number): number {
      const start = at;
      at += width;
      must(at <= to);
      if (width === 0) return 0;
      return width === 8 ? Number(bytes.readBigUInt64BE(start)) : bytes.readUIntBE(start, width);
    },
    at: () => at,
  };
}
