import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { getMimeType, mimes } from "hono/utils/mime";
import type { Assets, PageRequest, RenderedPage, ServedPage } from "../contract/pages.ts";
import { encodeBytes, type EncodedBody } from "./encoded-body.ts";

export type BuiltClient = {
  render: (request: PageRequest) => Promise<RenderedPage>;
  served: readonly ServedPage[];
  assets: Assets;
  /** Static files by URL path ("/assets/app-1a2b.js"). */
  statics: ReadonlyMap<string, EncodedBody>;
};

const YEAR_SECONDS = 31_536_000;
const KEPT_FOR_GOOD = { "Cache-Control": `public, max-age=${YEAR_SECONDS}, immutable` };
const KEPT = { "Cache-Control": "public, max-age=3600" };

// No charset for SVG: files declare their own encoding if it is not UTF-8.
const TYPES = { ...mimes, svg: "image/svg+xml" };
const PICTURES_OF_A_BUILD = /^\/pictures\/[0-9a-f]{10}\//;
const COMPRESSIBLE = /^(text\/|application\/(json|manifest)|image\/svg)/;

type ManifestEntry = { file: string; css?: string[]; assets?: string[]; src?: string };

const ENTRY = "client/app/entry-client.tsx";
const FONT = /\/\w+-basic-[^/]+\.woff2$/;

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

/**
 * Loads every file of a folder and its compressed versions into memory at startup, so that requests
 * do not read the disk.
 */
export async function loadStatics(directory: string): Promise<Map<string, EncodedBody>> {
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
      const prepared = await loadStatic(path, url);
      const named = [url, prepared] as const;
      const plain = plainPicturePath(url);
      return plain === undefined ? [named] : [named, [plain, withHeader(prepared, KEPT)] as const];
    }),
  );
  return new Map(loaded.flat());
}

/**
 * Returns a picture's path without its build hash, as stored in products; undefined for other URLs.
 */
export function plainPicturePath(url: string): string | undefined {
  return PICTURES_OF_A_BUILD.test(url) ? url.replace(PICTURES_OF_A_BUILD, "/pictures/") : undefined;
}

/** Returns a copy with these headers set. Only for pictures, which have no compressed variants. */
function withHeader({ identity }: EncodedBody, header: Record<string, string>): EncodedBody {
  const headers = new Headers(identity.headers);
  for (const [name, value] of Object.entries(header)) headers.set(name, value);
  return { identity: { ...identity, headers } };
}

const isHashed = (url: string) => url.startsWith("/assets/") || PICTURES_OF_A_BUILD.test(url);

async function loadStatic(path: string, url: string): Promise<EncodedBody> {
  const type = getMimeType(path, TYPES) ?? "application/octet-stream";
  const headers = {
    "Content-Type": type,
    ...(isHashed(url) ? KEPT_FOR_GOOD : KEPT),
    // Webmail clients load the shop's logo from another origin.
    ...(url.startsWith("/pictures/") && { "Cross-Origin-Resource-Policy": "cross-origin" }),
  };
  const siblings = COMPRESSIBLE.test(type)
    ? { br: await readIfThere(`${path}.br`), gzip: await readIfThere(`${path}.gz`) }
    : {};
  return encodeBytes(await readFile(path), headers, siblings);
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  return readFile(path).catch(() => undefined);
}

function isEncoded(path: string, files: Set<string>): boolean {
  const encoding = extname(path);
  return [".br", ".gz"].includes(encoding) && files.has(path.slice(0, -encoding.length));
}
