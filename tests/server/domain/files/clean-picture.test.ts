import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { cleanPicture } from "../../../../server/domain/files/pictures/clean-picture.ts";
import { PICTURES } from "../../../support/uploads.ts";

const PLACE = "48 deg 8 min";
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${PLACE}</rdf:RDF></x:xmpmeta>`;
const WIDTH = 16;
const HEIGHT = 12;

/** Returns a rotated photo with a colour profile and location metadata, like a phone's photo. */
async function takePhoto(format: "jpeg" | "png" | "webp" | "avif"): Promise<Buffer> {
  const noise = Buffer.from(
    Array.from({ length: WIDTH * HEIGHT * 3 }, (_, nth) => (nth * 37) % 251),
  );
  return sharp(noise, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: PLACE }, IFD3: { GPSLatitude: "48/1 8/1 0/1" } })
    .withXmp(XMP)
    .withIccProfile("p3")
    .toFormat(format)
    .toBuffer();
}

const photos = await Promise.all(
  (["jpeg", "png", "webp", "avif"] as const).map(
    async (format) => [format, await takePhoto(format)] as const,
  ),
);
const pixelsOf = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();

function cleaned(bytes: Buffer): Buffer {
  const picture = cleanPicture(bytes);
  if ("fault" in picture) throw new Error(picture.fault);
  return picture.bytes;
}

test.each(photos)(
  "a %s keeps pixels, profile and orientation, and no other data",
  async (format, photo) => {
    const bytes = cleaned(photo);
    const [before, after] = [await sharp(photo).metadata(), await sharp(bytes).metadata()];
    expect(before.exif?.toString("latin1")).toContain(PLACE);
    expect((await pixelsOf(bytes)).equals(await pixelsOf(photo))).toBe(true);
    expect(after.icc).toEqual(before.icc);
    expect(after.orientation).toBe(format === "avif" ? undefined : 6);
    expect(after.xmp).toBeUndefined();
    expect(after.exif?.length ?? 0).toBeLessThan(40);
    expect(bytes.toString("latin1")).not.toContain(PLACE);
    expect(cleaned(bytes)).toEqual(bytes);
  },
);

test("a phone's photo loses its place and stays turned", async () => {
  const photo = readFileSync(join(import.meta.dirname, "photo-with-gps.jpg"));
  expect((await sharp(photo).metadata()).exif?.length).toBeGreaterThan(100);
  const after = await sharp(cleaned(photo)).metadata();
  expect([after.orientation, after.exif?.length]).toEqual([6, 32]);
  expect((await pixelsOf(cleaned(photo))).equals(await pixelsOf(photo))).toBe(true);
});

test("an animation keeps its frames and its loops, and loses comments and XMP", async () => {
  const frames = Buffer.from(Array.from({ length: 8 * 16 * 3 }, (_, nth) => (nth * 41) % 256));
  const gif = await sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
    .gif({ loop: 3, delay: [100, 200] })
    .toBuffer();
  const comment = Buffer.from(`\x21\xfe${String.fromCharCode(PLACE.length)}${PLACE}\0`, "latin1");
  const note = Buffer.from(`\x21\xff\x0bXMP DataXMP\x04${PLACE.slice(0, 4)}\0`, "latin1");
  const noted = Buffer.concat([gif.subarray(0, -1), comment, note, gif.subarray(-1)]);
  expect(cleaned(noted)).toEqual(gif);
  const { loop, delay, pages } = await sharp(cleaned(noted), { animated: true }).metadata();
  expect({ loop, delay, pages }).toEqual({ loop: 3, delay: [100, 200], pages: 2 });
});

test.each(Object.entries(PICTURES))("bytes after the end of a %s are dropped", (type, bytes) => {
  const box = type === "image/avif" ? "\0\0\0\x14uuid" : "";
  const longer = Buffer.concat([bytes, Buffer.from(`${box}${PLACE}`, "latin1")]);
  const picture = cleaned(longer);
  expect(picture.subarray(0, bytes.length)).toEqual(bytes);
  expect(picture.toString("latin1")).not.toContain(PLACE);
});

const cutShort = Object.entries(PICTURES).flatMap(([type, bytes]) =>
  [1, 0.9, 0.5].map(
    (part) => [part, type, bytes.subarray(0, Math.floor(bytes.length * part) - 1)] as const,
  ),
);

test.each(cutShort)("%d of a %s, less one byte, is refused", (_part, _type, bytes) => {
  expect(cleanPicture(bytes)).toEqual({ fault: "brokenPicture" });
});

/** Position of the width and height (16 bits or more) in each format, after the given text. */
const SIZES: [type: keyof typeof PICTURES, mark: string, after: number, size: number[]][] = [
  ["image/png", "IHDR", 0, [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]],
  ["image/jpeg", "\xff\xc0", 3, [0x75, 0x30, 0x75, 0x30]],
  ["image/webp", "\x9d\x01\x2a", 0, [0xff, 0x3f, 0xff, 0x3f]],
  ["image/avif", "ispe", 4, [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]],
  ["image/gif", "GIF89a", 0, [0x30, 0x75, 0x30, 0x75]],
];

test.each(SIZES)("a %s of too many pixels is refused", (type, mark, after, size) => {
  const bytes = Buffer.from(PICTURES[type]);
  const at = bytes.indexOf(Buffer.from(mark, "latin1"));
  bytes.set(size, at + mark.length + after);
  if (type === "image/png") bytes.writeUInt32BE(crc32(bytes.subarray(at, at + 17)), at + 17);
  expect(cleanPicture(bytes)).toEqual({ fault: "tooManyPixels" });
});

test("no damage makes it throw, or gives more than it got", () => {
  const all = [...Object.values(PICTURES), ...photos.map(([, photo]) => photo)];
  const damaged = fc.record({
    bytes: fc.constantFrom(...all),
    at: fc.nat({ max: 1000 }),
    put: fc.uint8Array({ minLength: 1, maxLength: 8 }),
  });
  fc.assert(
    fc.property(damaged, ({ bytes, at, put }) => {
      const changed = Buffer.from(bytes);
      changed.set(put.subarray(0, changed.length), Math.min(at, changed.length - put.length));
      const picture = cleanPicture(changed);
      if ("fault" in picture) return;
      expect(picture.bytes.length).toBeLessThanOrEqual(changed.length + 64);
    }),
    { numRuns: 1000 },
  );
});
