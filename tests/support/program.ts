export const EXECUTABLE = "dist/papercub";
const SOURCES = "server/main.ts";

/**
 * Command line of the store's program: PAPERCUB or the sources by default. This Bun runs scripts.
 */
export function programCall(program = process.env["PAPERCUB"] ?? SOURCES): string[] {
  return program.endsWith(".ts") ? [process.execPath, program] : [program];
}
