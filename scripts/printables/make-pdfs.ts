import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST, type Printable } from "../../db/seed/printables.ts";
import { renderPdf } from "./engine/to-pdf.ts";
import { PDFS } from "./volume-keys.ts";
import { makeVolume } from "./volumes.ts";

const FOLDER = join(import.meta.dirname, "../../dist/printables");

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const printables: Printable[] = [];
for (const { slug, title, volume: key, paper } of PDFS) {
  const volume = makeVolume(key);
  const bytes = await renderPdf({ volume, paper });
  const file = `${slug}.pdf`;
  await writeFile(join(FOLDER, file), bytes);
  printables.push({
    slug,
    title,
    paper,
    file,
    pages: volume.pages.length,
    bytes: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
}
// Written last: a folder with a manifest is complete.
await writeFile(join(FOLDER, MANIFEST), `${JSON.stringify(printables, null, 2)}\n`);
