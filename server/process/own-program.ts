import { join } from "node:path";

/** Returns the command line that starts this program again with `args`. */
export function selfCall(args: readonly string[]): string[] {
  if (Bun.isStandaloneExecutable) return [process.execPath, ...args];
  return [process.execPath, join(import.meta.dirname, "../main.ts"), ...args];
}
