import { crc32 } from "node:zlib";
import { orientationAlone, type CleanPicture, createOutput, assertPicture } from "./picture.ts";

const SIGNATURE_BYTES = 8;
const HEAD_BYTES = 8;
/** Chunks that affect rendering. Other chunks contain metadata such as text and times. */
const KEPT = new Set(
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD hIST sPLT pHYs cICP mDCV cLLI acTL fcTL fdAT".split(
    " ",
  ),
);

export function cleanPng(source: Buffer): CleanPicture {
  const output = createOutput(source);
  output.add(source.subarray(0, SIGNATURE_BYTES));
  let pixels = 0;
  let hasData = false;
  for (let at = SIGNATURE_BYTES, type = ""; type !== "IEND";) {
    assertPicture(at + HEAD_BYTES + 4 <= source.length);
    const length = source.readUInt32BE(at);
    const end = at + HEAD_BYTES + length + 4;
    assertPicture(end <= source.length);
    type = source.toString("latin1", at + 4, at + HEAD_BYTES);
    const data = source.subarray(at + HEAD_BYTES, end - 4);
    assertPicture(crc32(source.subarray(at + 4, end - 4)) === source.readUInt32BE(end - 4));
    if (type === "IHDR") {
      assertPicture(length === 13);
      pixels = data.readUInt32BE(0) * data.readUInt32BE(4);
    }
    hasData ||= type === "IDAT";
    if (type === "eXIf") addOrientation(output.add, data);
    else if (KEPT.has(type)) output.add(source.subarray(at, end));
    at = end;
  }
  assertPicture(hasData && pixels > 0);
  return { bytes: output.bytes(), pixels };
}

function addOrientation(add: (part: Uint8Array) => void, tiff: Buffer): void {
  const turned = orientationAlone(tiff);
  if (!turned) return;
  const chunk = Buffer.alloc(HEAD_BYTES + turned.length + 4);
  chunk.writeUInt32BE(turned.length, 0);
  chunk.write("eXIf", 4, "latin1");
  chunk.set(turned, HEAD_BYTES);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  add(chunk);
}
