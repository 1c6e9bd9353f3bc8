import { makeOnce } from "./make-once.ts";

// The lock file names the fonts and the libraries that write PDFs and pictures.
const PROGRAM = ["scripts/printables", "bun.lock"];

/** Makes the PDFs of the demo's catalogue. */
export function makePdfs(): Promise<void> {
  return makeOnce({
    name: "printables",
    from: [...PROGRAM, "db/seed/printables.ts"],
    into: ["dist/printables"],
    make: () => run("Drawing the printables", "scripts/printables/make-pdfs.ts"),
  });
}

/** Makes the shop's pictures, with the lists of them that the client reads. */
export function makePictures(): Promise<void> {
  return makeOnce({
    name: "pictures",
    from: [...PROGRAM, "client/public/favicon.svg"],
    into: ["client/public/pictures", "client/content/pictures"],
    make: () => run("Drawing the pictures", "scripts/printables/make-pictures.ts"),
  });
}

/** A process of its own: drawing keeps a core busy, and a build with nothing to draw does not load it. */
async function run(what: string, script: string): Promise<void> {
  process.stdout.write(`${what}\n`);
  const child = Bun.spawn([process.execPath, script], { stdio: ["ignore", "inherit", "inherit"] });
  if ((await child.exited) !== 0) throw new Error(`${script} failed`);
}
