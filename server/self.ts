import { constants, setPriority } from "node:os";
import { join } from "node:path";

/** The words that start this program once more with `args`: the executable, or Bun with the sources. */
export function selfCall(args: readonly string[]): string[] {
  if (Bun.isStandaloneExecutable) return [process.execPath, ...args];
  return [process.execPath, join(import.meta.dirname, "main.ts"), ...args];
}

/**
 * Lowers the priority of a process that has just started. Its later threads inherit the priority.
 */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended or a sandbox forbids it: keep the normal priority.
  }
}
