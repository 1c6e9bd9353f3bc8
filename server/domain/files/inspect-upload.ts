import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import type { Inspection, UploadToInspect } from "../../ports/files.ts";
import { readPdf } from "./read-pdf.ts";
import { readPicture } from "./read-picture.ts";

export const PDF = "application/pdf";

/** Detects the type of an upload. Runs in a worker process: the cost depends on untrusted input. */
export function inspectUpload({ kind, path, sha256, bytes }: UploadToInspect): Inspection {
  if (bytes === 0) return { fault: "empty" };
  const fd = openSync(path, "r");
  try {
    if (kind === "media") {
      const picture = readPicture(readFileSync(fd));
      return "fault" in picture ? picture : { sha256, bytes, pages: null, ...picture };
    }
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
