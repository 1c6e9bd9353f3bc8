import { access, constants } from "node:fs/promises";
import { resolve } from "node:path";

/** Returns the path of the first installed program; `names` are names on the PATH or whole paths. */
export async function findInstalled(
  names: string[],
  folders = (process.env["PATH"] ?? "").split(":"),
): Promise<string | undefined> {
  for (const path of names.flatMap((name) => folders.map((folder) => resolve(folder, name)))) {
    if (await isProgram(path)) return path;
  }
  return undefined;
}

/**
 * Returns the program path in an environment variable; undefined if it is not set. Throws if the
 * path is not executable.
 */
export async function findNamed(variable: string): Promise<string | undefined> {
  const named = process.env[variable];
  if (named && !(await isProgram(named))) {
    throw new Error(`${variable} is ${named}, which is no program.`);
  }
  return named || undefined;
}

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
