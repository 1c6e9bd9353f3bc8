/** What journeys run, compiled from these sources. */
export const EXECUTABLE = "dist/papercub";
const SOURCES = "server/main.ts";

/**
 * How the store's program is called, from its own name on. Unless another program is given it is what
 * PAPERCUB names, or else the sources: a script of ours is run by this Bun.
 */
export function programCall(program = process.env["PAPERCUB"] ?? SOURCES): string[] {
  return program.endsWith(".ts") ? [process.execPath, program] : [program];
}
