/** What is started as the store: the sources, or what PAPERCUB names, such as `dist/papercub`. */
export const PROGRAM = process.env["PAPERCUB"] ?? "server/main.ts";

/** How a program is called, from its own name on: sources by this Bun, an executable by itself. */
export function programCall(program: string): string[] {
  return program.endsWith(".ts") ? [process.execPath, program] : [program];
}
