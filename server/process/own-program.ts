import { join } from "node:path";

/** Returns the command line that starts this program again with `args`. */
export function selfCall(args: readonly string[]): string[] {
  if (Bun.isStandaloneExecutable) return [process.execPath, ...args];
  return [process.execPath, join(import.meta.dirname, "../main.ts"), ...args];
}

/** Build output: `dist/` next to the sources, or inside the executable, where it is read-only. */
const BUILT = Bun.isStandaloneExecutable
  ? import.meta.dir
  : join(import.meta.dirname, "../../dist");

/** Files of the client, each next to its compressed versions. */
export const CLIENT_BUILD = join(BUILT, "client");

/** The demo's PDFs and their list. */
export const PRINTABLES = join(BUILT, "printables");
