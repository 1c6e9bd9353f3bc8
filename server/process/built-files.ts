import { join } from "node:path";

/** Build output: `dist/` next to the sources, or inside the executable, where it is read-only. */
const BUILT = Bun.isStandaloneExecutable
  ? import.meta.dir
  : join(import.meta.dirname, "../../dist");

/** Files of the client, each next to its compressed versions. */
export const CLIENT_BUILD = join(BUILT, "client");

/** The demo's PDFs and their list. */
export const PRINTABLES = join(BUILT, "printables");
