import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listAppFiles } from "../../scripts/lib/app-files.ts";
import { temporaryFolder } from "../support/data-folder.ts";

const chunk = (file: string, more: object = {}) => ({ file: `assets/${file}.js`, ...more });
const MANIFEST = {
  "client/app/entry-client.tsx": chunk("entry", {
    css: ["assets/app.css"],
    assets: ["assets/font.woff2"],
    dynamicImports: ["_hydrate.js"],
  }),
  "_hydrate.js": chunk("hydrate", {
    dynamicImports: [
      "client/routes/index.tsx",
      "client/routes/account.tsx",
      "client/tracking/tracking-code.ts",
    ],
  }),
  "client/routes/index.tsx": chunk("index"),
  "client/routes/login.tsx": chunk("login"),
  "client/routes/admin.tsx": chunk("admin", {
    dynamicImports: ["client/admin/app/admin-app.tsx"],
  }),
  "client/admin/app/admin-app.tsx": chunk("admin-app", {
    css: ["assets/admin.css"],
    imports: ["_shared.js"],
    dynamicImports: ["client/features/admin/palette.tsx"],
  }),
  "client/features/admin/palette.tsx": chunk("palette"),
  "client/routes/account.tsx": chunk("account", { imports: ["_shared.js"] }),
  "_shared.js": chunk("shared", { dynamicImports: ["client/pwa/later.ts"] }),
  "client/pwa/later.ts": chunk("later"),
  "client/tracking/tracking-code.ts": chunk("consent"),
};

test("the app's files are those that its pages load, early or late", async () => {
  const folder = temporaryFolder();
  await mkdir(join(folder, ".vite"));
  await writeFile(join(folder, ".vite/manifest.json"), JSON.stringify(MANIFEST));
  const { app, admin } = await listAppFiles(folder);
  const names = (files: Set<string>) => [...files].map((file) => file.replace("assets/", ""));
  expect(names(admin).toSorted()).toEqual(["admin-app.js", "admin.css", "palette.js"]);
  expect(names(app).toSorted()).toEqual([
    "account.js",
    "admin.js",
    "app.css",
    "entry.js",
    "font.woff2",
    "hydrate.js",
    "later.js",
    "login.js",
    "shared.js",
  ]);
});
