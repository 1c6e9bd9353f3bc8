import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadAssets, loadStatics } from "../../../server/http/built-client.ts";

const ENTRY = "client/app/entry-client.tsx";

let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "papercub-assets-"));
  await mkdir(join(directory, ".vite"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const build = (manifest: Record<string, unknown>) =>
  writeFile(join(directory, ".vite/manifest.json"), JSON.stringify(manifest));

test("a build without the entry says what to do", async () => {
  await build({});
  await expect(loadAssets(directory)).rejects.toThrow(
    /has no client\/app\/entry-client\.tsx\. Run/,
  );
});

test("what a file was compressed to is no file of its own", async () => {
  for (const name of ["page.js", "page.js.br", "page.js.gz", "archive.gz"]) {
    await writeFile(join(directory, name), name);
  }
  expect([...(await loadStatics(directory)).keys()].toSorted()).toEqual([
    "/archive.gz",
    "/page.js",
  ]);
});

test("only the fonts that every page needs are asked for ahead", async () => {
  await build({
    [ENTRY]: {
      file: "assets/entry-client-a1.js",
      css: ["assets/entry-client-b2.css"],
      assets: [
        "assets/figtree-basic-c3.woff2",
        "assets/figtree-latin-wght-normal-d4.woff2",
        "assets/fredoka-basic-e5.woff2",
        "assets/fredoka-latin-600-normal-f6.woff2",
      ],
    },
  });
  expect(await loadAssets(directory)).toEqual({
    scripts: ["/assets/entry-client-a1.js"],
    styles: ["/assets/entry-client-b2.css"],
    preloads: [
      { href: "/assets/figtree-basic-c3.woff2", as: "font", type: "font/woff2" },
      { href: "/assets/fredoka-basic-e5.woff2", as: "font", type: "font/woff2" },
    ],
  });
});
