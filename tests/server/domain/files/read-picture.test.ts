import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readPicture } from "../../../../server/domain/files/read-picture.ts";
import { PICTURES } from "../../../support/uploads.ts";

const FORMATS = ["jpeg", "png", "webp", "avif"] as const;
const latin1 = (text: string) => Buffer.from(text, "latin1");
const drawn = sharp({ create: { width: 3, height: 2, channels: 3, background: "teal" } });
const LOCATED = { fault: "locatedPicture" };
const BROKEN = { fault: "brokenPicture" };
const PNG = PICTURES["image/png"];
const IHDR = PNG.subarray(8, 33);

test.each(FORMATS)(
  "a %s with a location in its Exif data is refused, without one accepted",
  async (format) => {
    const exif = { IFD0: { Make: "Cub" } };
    const place = { IFD3: { GPSLatitude: "48/1 8/1 0/1" } };
    const plain = await drawn.clone().withExif(exif).toFormat(format).toBuffer();
    const located = await drawn
      .clone()
      .withExif({ ...exif, ...place })
      .toFormat(format)
      .toBuffer();
    expect(readPicture(plain)).toMatchObject({ type: `image/${format}` });
    expect(readPicture(located)).toEqual(LOCATED);
  },
);

test.each(FORMATS)("a %s with a location in its XMP data is refused", async (format) => {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description exif:GPSLatitude="48,8.0N"/></x:xmpmeta>`;
  const located = await drawn.clone().withXmp(xmp).toFormat(format).toBuffer();
  expect(readPicture(located)).toEqual(LOCATED);
});

test.each<[string, Buffer]>([
  ["a phone's photo", readFileSync(join(import.meta.dirname, "photo-with-gps.jpg"))],
  ["big-endian Exif data", latin1("\x88\x25\0\x04\0\0\0\x01\0\0\0\x1a")],
  ["a compressed Exif text", latin1("zTXtRaw profile type exif\0\0")],
  ["compressed XMP data", latin1("iTXtXML:com.adobe.xmp\0\x01\0")],
  ["an appended video", latin1("\0\0\0\x1e\xa9xyz\0\x12\x15\xc7+27.5916+086.5640/")],
])("%s contains a location", (_name, bytes) => {
  const picture = bytes[0] === 0xff ? bytes : Buffer.concat([PNG, bytes]);
  expect(readPicture(picture)).toEqual(LOCATED);
});

/** Position of the width and height in each format, after the given text. */
const SIZES: [type: keyof typeof PICTURES, mark: string, after: number, size: number[]][] = [
  ["image/png", "IHDR", 0, [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]],
  ["image/jpeg", "\xff\xc0", 3, [0x75, 0x30, 0x75, 0x30]],
  ["image/webp", "\x9d\x01\x2a", 0, [0xff, 0x3f, 0xff, 0x3f]],
  ["image/avif", "ispe", 4, [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]],
];

test.each(SIZES)("a %s of too many pixels is refused", (type, mark, after, size) => {
  const bytes = Buffer.from(PICTURES[type]);
  bytes.set(size, bytes.indexOf(latin1(mark)) + mark.length + after);
  expect(readPicture(bytes)).toEqual({ fault: "tooManyPixels" });
});

test.each([
  ["lossless", { lossless: true }, 21, [0xff, 0xff, 0xff, 0x0f]],
  ["with transparency", {}, 24, [0xff, 0xff, 0, 0xff, 0xff, 0]],
])("the size of a WebP %s is read", async (_name, options, at, size) => {
  const background = { r: 0, g: 0, b: 0, alpha: 0.5 };
  const small = sharp({ create: { width: 3, height: 2, channels: 4, background } });
  const bytes = await small.webp(options).toBuffer();
  expect(readPicture(bytes)).toMatchObject({ type: "image/webp" });
  bytes.set(size, at);
  expect(readPicture(bytes)).toEqual({ fault: "tooManyPixels" });
});

test.each<[string, Buffer]>([
  ["two headers", Buffer.concat([PNG.subarray(0, -12), IHDR, PNG.subarray(-12)])],
  ["a header that is not first", Buffer.concat([PNG.subarray(0, 8), PNG.subarray(-12), IHDR])],
  ["no header", PNG.subarray(0, 8)],
])("a PNG with %s is refused", (_name, bytes) => {
  expect(readPicture(bytes)).toEqual(BROKEN);
});

test.each(SIZES)("a %s that ends in its header is refused", (type, mark) => {
  const bytes = PICTURES[type];
  expect(readPicture(bytes.subarray(0, bytes.indexOf(latin1(mark)) + 2))).toEqual(BROKEN);
});

test.each<[string, Buffer]>([
  ["a GIF", latin1("GIF89a\x03\0\x02\0")],
  ["an AVIF animation", latin1("\0\0\0\x20ftypavis\0\0\0\0avisavif")],
])("%s is refused as an animation", (_name, bytes) => {
  expect(readPicture(bytes)).toEqual({ fault: "animatedPicture" });
});

/** Pictures with quirks that every browser accepts. */
test.each<[string, Buffer]>([
  ["a wrong checksum", withChange(PNG, (bytes) => bytes.set([0, 0], bytes.length - 14))],
  ["zeros between two JPEG segments", withZeros(PICTURES["image/jpeg"])],
  ["bytes after its end", Buffer.concat([PICTURES["image/webp"], Buffer.alloc(9)])],
])("a picture with %s is accepted", (_name, bytes) => {
  expect(readPicture(bytes)).not.toHaveProperty("fault");
});

test("a damaged picture never makes the reader throw", () => {
  const damaged = fc.record({
    bytes: fc.constantFrom(...Object.values(PICTURES)),
    at: fc.nat({ max: 1000 }),
    put: fc.uint8Array({ minLength: 1, maxLength: 8 }),
  });
  fc.assert(
    fc.property(damaged, ({ bytes, at, put }) => {
      const changed = Buffer.from(bytes);
      changed.set(put.subarray(0, changed.length), Math.min(at, changed.length - put.length));
      expect(Object.keys(readPicture(changed)).length).toBeGreaterThan(0);
    }),
    { numRuns: 1000 },
  );
});

function withChange(bytes: Buffer, change: (bytes: Buffer) => void): Buffer {
  const changed = Buffer.from(bytes);
  change(changed);
  return changed;
}

function withZeros(jpeg: Buffer): Buffer {
  const frame = jpeg.indexOf(latin1("\xff\xc0"));
  return Buffer.concat([jpeg.subarray(0, frame), Buffer.alloc(2), jpeg.subarray(frame)]);
}
