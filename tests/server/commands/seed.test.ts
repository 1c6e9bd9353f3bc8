import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../db/client.ts";
import { products } from "../../../db/schema.ts";
import { ConfigError } from "../../../server/config.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { diskFiles } from "../../../server/integrations/disk-files.ts";
import { fillCatalogue } from "../../../server/commands/seed.ts";
import { temporaryFolder } from "../../support/data-folder.ts";

test("without built printables nothing is stored, and the error names the command to run", async () => {
  const folder = temporaryFolder();
  const db = openDatabase(":memory:");
  onTestFinished(() => db.close());
  const store = { db, files: diskFiles(pathsOf(folder)), secret: "" };
  const refused = await fillCatalogue(store, join(folder, "dist")).catch((error: Error) => error);
  expect(refused).toBeInstanceOf(ConfigError);
  expect(refused?.message).toContain('run "bun run build"');
  expect(db.select().from(products).all()).toEqual([]);
});
