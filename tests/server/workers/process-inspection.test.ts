import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { UploadKind } from "../../../server/ports/files.ts";
import { createLog } from "../../../server/log.ts";
import { processInspection } from "../../../server/workers/process-inspection.ts";
import { sha256 } from "../../support/catalogue.ts";
import { makePdf } from "../../support/uploads.ts";

const photo = readFileSync(join(import.meta.dirname, "../domain/files/photo-with-gps.jpg"));
const pdf = await makePdf(2);

function openInspection(longestMs?: number) {
  const folder = mkdtempSync(join(tmpdir(), "papercub-inspect-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const logged: string[] = [];
  const log = createLog({
    level: "warn",
    destination: { write: (line) => void logged.push(line) },
  });
  const inspect = processInspection({ log, ...(longestMs && { longestMs }) });
  const send = (kind: UploadKind, bytes: Buffer) => {
    const path = join(folder, sha256(bytes));
    writeFileSync(path, bytes);
    return inspect({ kind, path, sha256: sha256(bytes), bytes: bytes.length }).then(
      (inspection) => ({ inspection, path }),
    );
  };
  return { send, logged };
}

test("files are inspected by a process, which cleans a picture in its place", async () => {
  const { send } = openInspection();
  const [whole, cleaned, bad] = await Promise.all([
    send("file", pdf),
    send("media", photo),
    send("media", pdf),
  ]);
  expect(whole.inspection).toMatchObject({ pages: 2, sha256: sha256(pdf) });
  const kept = readFileSync(cleaned.path);
  expect(cleaned.inspection).toMatchObject({ sha256: sha256(kept), bytes: kept.length });
  expect(kept.length).toBeLessThan(photo.length);
  expect(bad.inspection).toEqual({ fault: "noPicture" });
});

test("a file that takes too long is refused, with a line in the log", async () => {
  const { send, logged } = openInspection(1);
  expect((await send("file", pdf)).inspection).toEqual({ fault: "tooComplex" });
  expect(logged.join()).toContain("An upload could not be inspected.");
});
