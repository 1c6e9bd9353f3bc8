export const EXECUTABLE = "dist/papercub";
const SOURCES = "server/main.ts";

/** Returns the command that runs `program` (PAPERCUB or the sources); this Bun runs .ts files. */
export function programCall(program = process.env["PAPERCUB"] ?? SOURCES): string[] {
  return program.endsWith(".ts") ? [process.execPath, program] : [program];
}
