// Builds dist/: the client, and the pictures and PDFs of the demo catalogue. Skips parts whose
// sources have not changed.
import { readFile, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { compress } from "../server/http/encoded-body.ts";
import { makePdfs, makePictures } from "./lib/drawings.ts";
import { filesIn, makeOnce } from "./lib/make-once.ts";

const OUTPUT = "dist/client";
const SOURCES = [
  "client",
  "server/contract",
  "scripts/build.ts",
  "scripts/lib/app-files.ts",
  "scripts/lib/page-weight.ts",
  "server/http/encoded-body.ts",
  "vite.config.ts",
  "bun.lock",
];
const COMPRESSIBLE = new Set([".js", ".css", ".html", ".json", ".svg", ".txt", ".webmanifest"]);
const MIN_COMPRESSED_BYTES = 200;

await Promise.all([makePdfs(), makePictures().then(makeClient)]);

function makeClient(): Promise<void> {
  return makeOnce({
    name: "pages",
    from: SOURCES,
    into: [OUTPUT],
    async make() {
      process.stdout.write("Building the pages\n");
      // Lazy import: loading Vite takes longer than checking that nothing changed.
      const [{ build }, { checkPages }] = await Promise.all([
        import("vite"),
        import("./lib/page-weight.ts"),
      ]);
      const built = await build({ logLevel: "warn" });
      if (!("output" in built)) throw new Error("Vite returned no output.");
      await checkPages(built.output.filter((file) => file.type === "chunk"));
      await compressAll();
    },
  });
}

async function compressAll(): Promise<void> {
  for (const path of await filesIn(OUTPUT)) {
    if (!COMPRESSIBLE.has(extname(path))) continue;
    const body = await readFile(path);
    if (body.byteLength < MIN_COMPRESSED_BYTES) continue;
    const { br, gzip } = await compress(body);
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gzip)]);
  }
}
