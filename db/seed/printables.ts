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

/** Undefined when the build has made no printables in this folder. */
export async function findPrintables(folder: string): Promise<Printable[] | undefined> {
  const manifest = await readFile(join(folder, MANIFEST), "utf8").catch(() => undefined);
  return manifest === undefined ? undefined : z.array(printable).parse(JSON.parse(manifest));
}
