// Builds dist/: the browser's half, and the PDFs of the demo's catalogue. What is already built from
// these very sources stays (decision: built-printables).
import { readFile, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { compress } from "../server/http/encoded-body.ts";
import { checkPages } from "./lib/check-pages.ts";
import { makePdfs, makePictures } from "./lib/drawings.ts";
import { filesIn, makeOnce } from "./lib/make-once.ts";

const OUTPUT = "dist/client";
const SOURCES = [
  "client",
  "server/contract",
  "scripts/build.ts",
  "scripts/lib/app-files.ts",
  "scripts/lib/check-pages.ts",
  "scripts/lib/page-weight.ts",
  "server/http/encoded-body.ts",
  "vite.config.ts",
  "bun.lock",
];
const COMPRESSIBLE = new Set([".js", ".css", ".html", ".json", ".svg", ".txt", ".webmanifest"]);
const LEAST_BYTES = 200;

await Promise.all([makePdfs(), makePictures().then(makeClient)]);

function makeClient(): Promise<void> {
  return makeOnce({
    name: "pages",
    from: SOURCES,
    into: [OUTPUT],
    async make() {
      process.stdout.write("Building the pages\n");
      // Loading Vite takes longer than seeing that there is nothing to build.
      const { build } = await import("vite");
      const built = await build({ logLevel: "warn" });
      if (!("output" in built)) throw new Error("The build was to be made once.");
      await checkPages(built.output.filter((file) => file.type === "chunk"));
      await compressAll();
    },
  });
}

async function compressAll(): Promise<void> {
  for (const path of await filesIn(OUTPUT)) {
    if (!COMPRESSIBLE.has(extname(path))) continue;
    const body = await readFile(path);
    if (body.byteLength < LEAST_BYTES) continue;
    const { br, gzip } = compress(body);
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gzip)]);
  }
}
