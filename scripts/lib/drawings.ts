import { makeOnce } from "./make-once.ts";

// Source files of the drawings. The lock file is included because it pins fonts and libraries.
const PROGRAM = ["scripts/printables", "bun.lock"];

export function makePdfs(): Promise<void> {
  return makeOnce({
    name: "printables",
    from: [...PROGRAM, "db/seed/printables.ts"],
    into: ["dist/printables"],
    make: () => run("Drawing the printables", "scripts/printables/make-pdfs.ts"),
  });
}

export function makePictures(): Promise<void> {
  return makeOnce({
    name: "pictures",
    from: [...PROGRAM, "client/public/favicon.svg"],
    into: ["client/public/pictures", "client/content/pictures"],
    make: () => run("Drawing the pictures", "scripts/printables/make-pictures.ts"),
  });
}

/** Runs a script in a child process, so that builds that skip drawing do not load its modules. */
async function run(what: string, script: string): Promise<void> {
  process.stdout.write(`${what}\n`);
  const child = Bun.spawn([process.execPath, script], { stdio: ["ignore", "inherit", "inherit"] });
  if ((await child.exited) !== 0) throw new Error(`${script} failed`);
}
