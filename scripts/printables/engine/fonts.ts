import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import fontkit, { type Font } from "@pdf-lib/fontkit";
import type { Face } from "./scene.ts";

const FILES: Record<Face, string> = {
  display: "@fontsource/fredoka/files/fredoka-latin-600-normal.woff",
  text: "@fontsource/figtree/files/figtree-latin-400-normal.woff",
  strong: "@fontsource/figtree/files/figtree-latin-600-normal.woff",
};
const { resolve } = createRequire(import.meta.url);
const loaded = new Map<Face, { bytes: Uint8Array; font: Font }>();

/** Returns the OpenType bytes and the parsed font of a face, cached after the first read. */
export function loadFace(face: Face): { bytes: Uint8Array; font: Font } {
  let entry = loaded.get(face);
  if (!entry) {
    const bytes = unpackWoff(readFileSync(resolve(FILES[face])));
    entry = { bytes, font: fontkit.create(bytes) };
    loaded.set(face, entry);
  }
  return entry;
}

/** One glyph of a laid-out line: its id, and pen position and advance in 1/1000 of the size. */
type PlacedGlyph = { id: number; x: number; advance: number; drawn: number };
export type Line = { glyphs: readonly PlacedGlyph[]; width: number };

const lines = new Map<string, Line>();

/** Lays out one line with kerning, in 1/1000 of the font size. */
export function layoutLine(face: Face, words: string): Line {
  const key = `${face}/${words}`;
  const known = lines.get(key);
  if (known) return known;
  const { font } = loadFace(face);
  const scale = 1000 / font.unitsPerEm;
  // Ligatures are off, because a PDF font does not list their widths.
  const run = font.layout(words, { liga: false, clig: false, dlig: false });
  let x = 0;
  const glyphs = run.glyphs.map((glyph, index) => {
    const advance = (run.positions[index]?.xAdvance ?? glyph.advanceWidth) * scale;
    const placed = { id: glyph.id, x, advance, drawn: glyph.advanceWidth * scale };
    x += advance;
    return placed;
  });
  const line = { glyphs, width: x };
  lines.set(key, line);
  return line;
}

export function textWidth(face: Face, words: string, size: number): number {
  return (layoutLine(face, words).width * size) / 1000;
}

export function wrapText(face: Face, words: string, size: number, width: number): string[] {
  const wrapped: string[] = [];
  for (const word of words.split(" ")) {
    const last = wrapped.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && textWidth(face, longer, size) <= width)
      wrapped[wrapped.length - 1] = longer;
    else wrapped.push(word);
  }
  return wrapped;
}

/** Converts WOFF 1.0 to plain OpenType by inflating its tables (W3C WOFF File Format 1.0). */
function unpackWoff(woff: Uint8Array): Uint8Array {
  const source = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  const count = source.getUint16(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const [tag = 0, offset = 0, packed = 0, length = 0, checksum = 0] = [0, 4, 8, 12, 16].map(
      (at) => source.getUint32(44 + index * 20 + at),
    );
    const raw = woff.subarray(offset, offset + packed);
    return { tag, checksum, data: packed < length ? inflateSync(raw) : raw };
  });
  const padded = (length: number) => (length + 3) & ~3;
  const directory = 12 + count * 16;
  const size = tables.reduce((sum, { data }) => sum + padded(data.length), directory);
  const out = new Uint8Array(size);
  const view = new DataView(out.buffer);
  const power = 2 ** Math.floor(Math.log2(count));
  view.setUint32(0, source.getUint32(4));
  view.setUint16(4, count);
  view.setUint16(6, power * 16);
  view.setUint16(8, Math.log2(power));
  view.setUint16(10, count * 16 - power * 16);
  let offset = directory;
  tables.forEach(({ tag, checksum, data }, index) => {
    const fields = [tag, checksum, offset, data.length];
    fields.forEach((value, at) => view.setUint32(12 + index * 16 + at * 4, value));
    out.set(data, offset);
    offset += padded(data.length);
  });
  return out;
}
