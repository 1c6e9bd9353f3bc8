import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { getMimeType, mimes } from "hono/utils/mime";
import type { Assets } from "../contract/pages.ts";
import { prepareBytes, type Prepared } from "./prepared.ts";

const YEAR_SECONDS = 31_536_000;

// Drawings say their encoding themselves, if it is another than UTF-8.
const TYPES = { ...mimes, svg: "image/svg+xml" };
const COMPRESSIBLE = /^(text\/|application\/(json|manifest)|image\/svg)/;

type ManifestEntry = { file: string; css?: string[]; assets?: string[]; src?: string };

const ENTRY = "client/app/entry-client.tsx";
// The fonts of every page; the others are for letters that few pages have.
const FONT = /\/\w+-basic-[^/]+\.woff2$/;

/** The URLs that pages name, from the manifest of the client's build. */
export async function loadAssets(directory: string): Promise<Assets> {
  const text = await readFile(join(directory, ".vite/manifest.json"), "utf8");
  const manifest = JSON.parse(text) as Record<string, ManifestEntry>;
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`The client's build has no ${ENTRY}. Run "bun run build".`);
  const fonts = (entry.assets ?? []).filter((file) => FONT.test(file));
  return {
    scripts: [`/${entry.file}`],
    styles: (entry.css ?? []).map((file) => `/${file}`),
    preloads: fonts.map((file) => ({ href: `/${file}`, as: "font", type: "font/woff2" })),
  };
}

/** Every file of a folder, read and compressed once, so that no request walks the disk. */
export async function loadStatics(directory: string): Promise<Map<string, Prepared>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const there = new Set(files);
  const paths = files
    .filter((path) => !relative(directory, path).startsWith("."))
    .filter((path) => !isEncoded(path, there));
  const loaded = await Promise.all(
    paths.map(async (path) => {
      const url = `/${relative(directory, path).split(sep).join("/")}`;
      return [url, await loadStatic(path, url)] as const;
    }),
  );
  return new Map(loaded);
}

async function loadStatic(path: string, url: string): Promise<Prepared> {
  const type = getMimeType(path, TYPES) ?? "application/octet-stream";
  const headers = {
    "Content-Type": type,
    // Only Vite's own files carry a hash in their name.
    "Cache-Control": url.startsWith("/assets/")
      ? `public, max-age=${YEAR_SECONDS}, immutable`
      : "public, max-age=3600",
    // Mails show the shop's mark, also in mail programs that are web pages.
    ...(url.startsWith("/pictures/") && { "Cross-Origin-Resource-Policy": "cross-origin" }),
  };
  const siblings = COMPRESSIBLE.test(type)
    ? { br: await readIfThere(`${path}.br`), gzip: await readIfThere(`${path}.gz`) }
    : {};
  return prepareBytes(await readFile(path), headers, siblings);
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  return readFile(path).catch(() => undefined);
}

/** Another encoding of the file beside it is no file of its own. */
function isEncoded(path: string, files: Set<string>): boolean {
  const encoding = extname(path);
  return [".br", ".gz"].includes(encoding) && files.has(path.slice(0, -encoding.length));
}
