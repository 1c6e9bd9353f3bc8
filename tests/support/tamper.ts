import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { extract, type Header, pack } from "tar-stream";

/** An entry of an archive, as it stands there. */
export type TarEntry = { header: Partial<Header> & Pick<Header, "name">; content: Buffer };

/** All entries of an archive, in their order. */
export async function readTar(path: string): Promise<TarEntry[]> {
  const archive = extract();
  const entries: TarEntry[] = [];
  archive.end(readFileSync(path));
  for await (const entry of archive) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(Buffer.from(chunk as Uint8Array));
    const { name, type } = entry.header;
    entries.push({ header: { name, type }, content: Buffer.concat(chunks) });
  }
  return entries;
}

/** Writes an archive of any entries. */
export async function writeTar(path: string, entries: TarEntry[]): Promise<void> {
  const archive = pack();
  for (const { header, content } of entries) archive.entry(header, content);
  archive.finalize();
  const file = createWriteStream(path);
  for await (const chunk of archive) file.write(chunk);
  file.end();
  await once(file, "finish");
}

/** The same archive with an entry's content changed, and everything that speaks of it made to fit. */
export function reforge(entries: TarEntry[], name: string, content: Buffer): TarEntry[] {
  return restate(
    entries.map((entry) => (entry.header.name === name ? { ...entry, content } : entry)),
  );
}

type Stated = Record<string, unknown> & { entries: { name: string }[] };

/** The same archive with a manifest that fits its entries; `change` edits the manifest further. */
export function restate(
  entries: TarEntry[],
  change: (manifest: Stated) => Record<string, unknown> = (manifest) => manifest,
): TarEntry[] {
  const [first, ...rest] = entries;
  const stated: Stated = JSON.parse(first?.content.toString() ?? "");
  const text = JSON.stringify(
    change({
      ...stated,
      entries: rest.map(({ header, content }) => ({
        name: header.name,
        bytes: content.byteLength,
        sha256: createHash("sha256").update(content).digest("hex"),
      })),
    }),
  );
  return [{ header: { name: "manifest.json" }, content: Buffer.from(text) }, ...rest];
}
