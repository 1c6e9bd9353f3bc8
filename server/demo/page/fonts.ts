import { readFile } from "node:fs/promises";
import { join } from "node:path";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2" with { type: "file" };
import fredoka from "@fontsource/fredoka/files/fredoka-latin-600-normal.woff2" with { type: "file" };
import { Hono } from "hono";

/** Font URLs without a build hash. */
export const FONT_PATHS = {
  figtree: "/demo/fonts/figtree.woff2",
  fredoka: "/demo/fonts/fredoka.woff2",
};

/** Serves the fonts of the demo's pages; mounted under /demo. */
export function demoFonts(): Hono {
  const app = new Hono();
  for (const [path, file] of [
    [FONT_PATHS.figtree, figtree],
    [FONT_PATHS.fredoka, fredoka],
  ] as const) {
    app.get(path.replace("/demo", ""), async (c) => {
      c.header("Cache-Control", "public, max-age=86400");
      c.header("Content-Type", "font/woff2");
      return c.body(await readFile(locate(file)));
    });
  }
  return app;
}

/** Resolves a font's path: Bun imports an absolute path, Vite one relative to the project root. */
function locate(file: string): string {
  return file.startsWith("/node_modules/") ? join(import.meta.dirname, "../../..", file) : file;
}
