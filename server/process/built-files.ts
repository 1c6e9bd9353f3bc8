import { join } from "node:path";

/**
 * What the build has made, in `dist/` beside the sources, or inside the executable: files are read from
 * there as from any disk, and cannot be written (decision: one-executable).
 */
const BUILT = Bun.isStandaloneExecutable
  ? import.meta.dir
  : join(import.meta.dirname, "../../dist");

/** The folder of the client's files, each beside what it is compressed to. */
export const CLIENT_BUILD = join(BUILT, "client");

/** The folder of the demo's PDFs and their list. */
export const PRINTABLES = join(BUILT, "printables");
