import { join } from "node:path";

/** The words that start this program once more with `args`: the executable, or Bun with the sources. */
export function selfCall(args: readonly string[]): string[] {
  if (Bun.isStandaloneExecutable) return [process.execPath, ...args];
  return [process.execPath, join(import.meta.dirname, "../main.ts"), ...args];
}
