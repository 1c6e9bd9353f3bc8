import { createHash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import type { Inspection, UploadToInspect } from "../../ports/files.ts";
import { readPdf } from "./read-pdf.ts";
import { cleanPicture } from "./pictures/clean-picture.ts";

export const PDF = "application/pdf";

/**
 * Detects the type of an upload and strips picture metadata in place. Runs in a worker process,
 * because the cost depends on untrusted input.
 */
export function inspectUpload({ kind, path, sha256, bytes }: UploadToInspect): Inspection {
  if (bytes === 0) return { fault: "empty" };
  const fd = openSync(path, "r+");
  try {
    if (kind === "media") return cleanInPlace(fd);
    const verdict = readPdf((from, length) => {
      const part = Buffer.alloc(length);
      return part.subarray(0, readSync(fd, part, 0, length, from));
    }, bytes);
    if ("fault" in verdict) return verdict;
    return { sha256, bytes, type: PDF, extension: "pdf", pages: verdict.pages };
  } finally {
    closeSync(fd);
  }
}

function cleanInPlace(fd: number): Inspection {
  const source = readFileSync(fd);
  const picture = cleanPicture(source);
  if ("fault" in picture) return picture;
  const { bytes, type, extension } = picture;
  if (!bytes.equals(source)) {
    writeSync(fd, bytes, 0, bytes.length, 0);
    ftruncateSync(fd, bytes.length);
    fsyncSync(fd);
  }
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { sha256, bytes: bytes.length, type, extension, pages: null };
}
