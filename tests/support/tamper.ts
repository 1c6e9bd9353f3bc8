import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { extract, type Header, pack } from "tar-stream";

export type TarEntry = { header: Partial<Header> & Pick<Header, "name">; content: Buffer };

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

export async function writeTar(path: string, entries: TarEntry[]): Promise<void> {
  const archive = pack();
  for (const { header, content } of entries) archive.entry(header, content);
  archive.finalize();
  const file = createWriteStream(path);
  for await (const chunk of archive) file.write(chunk);
  file.end();
  await once(file, "finish");
}

/** Replaces the content of an entry and updates the manifest to match. */
export function reforge(entries: TarEntry[], name: string, content: Buffer): TarEntry[] {
  return restate(
    entries.map((entry) => (entry.header.name === name ? { ...entry, content } : entry)),
  );
}

type Stated = Record<string, unknown> & { entries: { name: string }[] };

/** Updates the manifest to match the entries; `change` edits it further. */
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
