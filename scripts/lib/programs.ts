import { access, constants } from "node:fs/promises";
import { resolve } from "node:path";

/** The first of these programs that this system has: names on the PATH, or whole paths. */
export async function findInstalled(
  names: string[],
  folders = (process.env["PATH"] ?? "").split(":"),
): Promise<string | undefined> {
  for (const path of names.flatMap((name) => folders.map((folder) => resolve(folder, name)))) {
    if (await isProgram(path)) return path;
  }
  return undefined;
}

/** Runs a command to its end, whatever it prints; true when that was a good one. */
export async function succeeds(command: string[], cwd?: string): Promise<boolean> {
  try {
    const child = Bun.spawn(command, { cwd, stdio: ["ignore", "ignore", "ignore"] });
    return (await child.exited) === 0;
  } catch {
    return false;
  }
}

export async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
