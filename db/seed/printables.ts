import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

export const MANIFEST = "manifest.json";

const printable = z.strictObject({
  slug: z.string(),
  title: z.string(),
  paper: z.enum(["a4", "letter"]),
  file: z.string(),
  pages: z.int().positive(),
  bytes: z.int().positive(),
  sha256: z.string(),
});

export type Printable = z.infer<typeof printable>;

/** Reads the manifest of the built printables; undefined if the file is missing. */
export async function findPrintables(folder: string): Promise<Printable[] | undefined> {
  const manifest = await readFile(join(folder, MANIFEST), "utf8").catch(() => undefined);
  return manifest === undefined ? undefined : z.array(printable).parse(JSON.parse(manifest));
}
