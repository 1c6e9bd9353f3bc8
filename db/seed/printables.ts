import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** The list of printables, beside their files. */
export const MANIFEST = "manifest.json";

const printable = z.strictObject({
  slug: z.string(),
  title: z.string(),
  paper: z.enum(["a4", "letter"]),
  /** The name of its PDF in the manifest's folder. */
  file: z.string(),
  pages: z.int().positive(),
  bytes: z.int().positive(),
  sha256: z.string(),
});

/** One PDF of the demo's catalogue, as the build made it. */
export type Printable = z.infer<typeof printable>;

/** The printables in a folder that the build has made; undefined when it has not. */
export async function findPrintables(folder: string): Promise<Printable[] | undefined> {
  const manifest = await readFile(join(folder, MANIFEST), "utf8").catch(() => undefined);
  return manifest === undefined ? undefined : z.array(printable).parse(JSON.parse(manifest));
}
