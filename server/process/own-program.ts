import { join } from "node:path";

/** Returns the command line that starts this program with `args`. */
export function selfCall(args: readonly string[]): string[] {
  if (Bun.isStandaloneExecutable) return [process.execPath, ...args];
  return [process.execPath, join(import.meta.dirname, "../main.ts"), ...args];
}

/** Build output: `dist/` next to the sources, or inside the executable. */
const BUILT = Bun.isStandaloneExecutable
  ? import.meta.dir
  : join(import.meta.dirname, "../../dist");

export const CLIENT_BUILD = join(BUILT, "client");

export const PRINTABLES = join(BUILT, "printables");
