import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest } from "vite";

const ENTRY = "client/app/entry-client.tsx";
const PAGES = /^client\/routes\//;
/** Pages that the installed app opens offline. */
const APP_PAGES = ["account", "admin", "login"].map((name) => `client/routes/${name}.tsx`);
const ADMIN = "client/admin/app/admin-app.tsx";
const NOT_IN_APP = [ADMIN, "client/tracking/tracking-code.ts"];

/**
 * Returns the built files ("assets/app-1a2b.js") that the installed app needs and, separately,
 * those that only the admin needs. `directory` is the build output.
 */
export async function listAppFiles(
  directory: string,
): Promise<Record<"app" | "admin", Set<string>>> {
  const text = await readFile(join(directory, ".vite/manifest.json"), "utf8");
  const manifest = JSON.parse(text) as Manifest;
  const renamed = NOT_IN_APP.find((key) => !manifest[key]);
  if (renamed !== undefined) throw new Error(`The client's build has no ${renamed}.`);
  const app = filesFrom(manifest, [ENTRY, ...APP_PAGES]);
  const admin = filesFrom(manifest, [ADMIN]);
  return { app, admin: admin.difference(app) };
}

function filesFrom(manifest: Manifest, roots: string[]): Set<string> {
  const visited = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string) => {
    if (visited.has(key) || (NOT_IN_APP.includes(key) && !roots.includes(key))) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The client's build has no ${key}.`);
    visited.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    const later = (chunk.dynamicImports ?? []).filter((name) => !PAGES.test(name));
    for (const next of [...(chunk.imports ?? []), ...later]) visit(next);
  };
  for (const root of roots) visit(root);
  return files;
}
