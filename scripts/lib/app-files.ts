import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest } from "vite";

const ENTRY = "client/app/entry-client.tsx";
const PAGES = /^client\/routes\//;
/** The pages that the installed app opens without a connection. */
const APP_PAGES = ["account", "admin", "login"].map((name) => `client/routes/${name}.tsx`);
/** The admin's own code works with a connection alone; vendors have no place in the app. */
const NOT_NEEDED = [
  "client/features/admin/admin-app.tsx",
  "client/features/landing/still-sections.tsx",
  "client/tracking/consent-app.tsx",
];

/**
 * Every built file that a visit of the app's pages can ask for ("assets/app-1a2b.js"), from the
 * manifest of the build in this folder: their code, also what is loaded later, styles and fonts.
 */
export async function listAppFiles(directory: string): Promise<Set<string>> {
  const text = await readFile(join(directory, ".vite/manifest.json"), "utf8");
  const manifest = JSON.parse(text) as Manifest;
  const visited = new Set<string>();
  const visit = (key: string) => {
    if (visited.has(key) || NOT_NEEDED.includes(key)) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The client's build has no ${key}.`);
    visited.add(key);
    const later = (chunk.dynamicImports ?? []).filter((name) => !PAGES.test(name));
    for (const next of [...(chunk.imports ?? []), ...later]) visit(next);
  };
  for (const root of [ENTRY, ...APP_PAGES]) visit(root);
  const chunks = [...visited].map((key) => manifest[key]!);
  return new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
}
