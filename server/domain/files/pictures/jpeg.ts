import { orientationAlone, type CleanPicture, createOutput, assertPicture } from "./picture.ts";

const EXIF = "Exif\0\0";
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const EXIF_MARKER = 0xe1;
const COMMENT = 0xfe;
/** APPn segments that affect rendering, with their identifier. */
const KEPT = new Map([
  [0xe0, "JFIF\0"],
  [0xe2, "ICC_PROFILE\0"],
  [0xee, "Adobe"],
]);

export function cleanJpeg(source: Buffer): CleanPicture {
  const output = createOutput(source);
  output.add(source.subarray(0, 2));
  let pixels = 0;
  let hasScan = false;
  let hasExif = false;
  let at = 2;
  for (;;) {
    assertPicture(source[at] === 0xff);
    while (source[at + 1] === 0xff) at++;
    const marker = source[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) break;
    assertPicture(at + 4 <= source.length);
    const end = at + 2 + source.readUInt16BE(at + 2);
    assertPicture(end >= at + 4 && end <= source.length);
    const content = source.subarray(at + 4, end);
    if (marker === EXIF_MARKER && !hasExif && content.toString("latin1", 0, 6) === EXIF) {
      hasExif = true;
      addOrientation(output.add, content.subarray(6));
    } else if (isKept(marker, content)) output.add(source.subarray(at, end));
    if (isFrame(marker)) {
      assertPicture(content.length >= 5);
      pixels = Math.max(pixels, content.readUInt16BE(1) * content.readUInt16BE(3));
    }
    at = end;
    if (marker === START_OF_SCAN) {
      hasScan = true;
      at = endOfScan(source, end);
      output.add(source.subarray(end, at));
    }
  }
  assertPicture(hasScan && pixels > 0);
  output.add(source.subarray(at, at + 2));
  return { bytes: output.bytes(), pixels };
}

function isKept(marker: number, content: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const begin = KEPT.get(marker);
  return begin !== undefined && content.toString("latin1", 0, begin.length) === begin;
}

/** Whether the marker is a start of frame (SOFn). DHT, JPG and DAC are in the same range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function addOrientation(add: (part: Uint8Array) => void, tiff: Buffer): void {
  const turned = orientationAlone(tiff);
  if (!turned) return;
  const head = Buffer.from([0xff, EXIF_MARKER, 0, 0]);
  head.writeUInt16BE(2 + EXIF.length + turned.length, 2);
  add(head);
  add(Buffer.from(EXIF, "latin1"));
  add(turned);
}

/** Finds the first marker after entropy-coded data, skipping stuffed bytes and restart markers. */
function endOfScan(source: Buffer, from: number): number {
  for (let at = source.indexOf(0xff, from); at >= 0; at = source.indexOf(0xff, at)) {
    const next = source[at + 1] ?? 0;
    if (next === 0 || (next >= 0xd0 && next <= 0xd7)) at += 2;
    else if (next === 0xff) at += 1;
    else return at;
  }
  assertPicture(false);
  return source.length;
}
