import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest } from "vite";

const ENTRY = "client/app/entry-client.tsx";
const PAGES = /^client\/routes\//;
/** The pages that the installed app opens without a connection. */
const APP_PAGES = ["account", "admin", "login"].map((name) => `client/routes/${name}.tsx`);
const ADMIN = "client/admin/app/admin-app.tsx";
/** What is no part of every visitor's app: the admin's own code, and vendors have no place in it. */
const NOT_NEEDED = [ADMIN, "client/tracking/consent-app.tsx"];

/**
 * Every built file that a visit of the app's pages can ask for ("assets/app-1a2b.js"), from the
 * manifest of the build in this folder: their code, also what is loaded later, styles and fonts. What
 * the admin asks for besides stands for itself.
 */
export async function listAppFiles(
  directory: string,
): Promise<Record<"app" | "admin", Set<string>>> {
  const text = await readFile(join(directory, ".vite/manifest.json"), "utf8");
  const manifest = JSON.parse(text) as Manifest;
  const app = filesFrom(manifest, [ENTRY, ...APP_PAGES]);
  const admin = filesFrom(manifest, [ADMIN]);
  return { app, admin: admin.difference(app) };
}

function filesFrom(manifest: Manifest, roots: string[]): Set<string> {
  const visited = new Set<string>();
  const visit = (key: string) => {
    if (visited.has(key) || (NOT_NEEDED.includes(key) && !roots.includes(key))) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The client's build has no ${key}.`);
    visited.add(key);
    const later = (chunk.dynamicImports ?? []).filter((name) => !PAGES.test(name));
    for (const next of [...(chunk.imports ?? []), ...later]) visit(next);
  };
  for (const root of roots) visit(root);
  const chunks = [...visited].map((key) => manifest[key]!);
  return new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
}
