import { readFile } from "node:fs/promises";
import { join } from "node:path";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2" with { type: "file" };
import fredoka from "@fontsource/fredoka/files/fredoka-latin-600-normal.woff2" with { type: "file" };
import { Hono } from "hono";

/** The shop's faces, at addresses that stay the same from build to build. */
export const FONT_PATHS = {
  figtree: "/demo/fonts/figtree.woff2",
  fredoka: "/demo/fonts/fredoka.woff2",
};

/** The faces of the demo's pages, to be mounted under /demo. */
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

/** Bun gives the file's own path, also inside the compiled program; Vite one from the project root. */
function locate(file: string): string {
  return file.startsWith("/node_modules/") ? join(import.meta.dirname, "../../..", file) : file;
}
