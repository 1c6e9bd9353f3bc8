import { constants, setPriority } from "node:os";
import { selfCall } from "../process/own-program.ts";

const LONGEST_TEXT = 500;

/**
 * Makes an archive by the command `backup`, in a process of its own that gives way to everything else:
 * copying a database holds up its thread. `ended` resolves with what it has to say where it failed, else
 * with undefined. When `signal` says so it is told to end.
 */
export function childBackup(file: string, signal: AbortSignal) {
  const child = Bun.spawn(selfCall(["backup", file]), {
    env: process.env,
    stdio: ["ignore", "ignore", "pipe"],
    signal,
  });
  giveWay(child.pid);
  const end = async (): Promise<string | undefined> => {
    const [said, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
    if (code === 0) return undefined;
    const text = said.trim().slice(-LONGEST_TEXT);
    return text === "" ? `The backup's process has ended with ${child.signalCode ?? code}.` : text;
  };
  return { pid: child.pid, ended: end() };
}

/** Right after its start a process has one thread, and those that it starts inherit this. */
function giveWay(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or a sandbox forbids it: then it runs as it is.
  }
}
