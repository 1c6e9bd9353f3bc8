import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../db/client.ts";
import { pathsOf } from "../../../server/data-dir.ts";
import { diskFiles } from "../../../server/integrations/disk-files.ts";
import { addProduct } from "../../support/catalogue.ts";

const PACKS = ["Counting pack", "Colours pack", "Letters pack"];

export type DataDir = {
  path: string;
  database: string;
  /** The products on sale. */
  productIds: number[];
  remove: () => Promise<void>;
};

/** A fresh data directory with three small products, as a store that is already set up has one. */
export async function makeDataDir(): Promise<DataDir> {
  const path = await mkdtemp(join(tmpdir(), "papercub-faults-"));
  // Removed at the latest when the harness ends, whatever ends it.
  const remove = () => rmSync(path, { recursive: true, force: true });
  process.once("exit", remove);
  const paths = pathsOf(path);
  const db = openDatabase(paths.database);
  const { save: saveFile } = diskFiles(paths);
  const productIds: number[] = [];
  for (const name of PACKS) {
    const product = { name, contents: [`%PDF-1.4 ${name} A4`, `%PDF-1.4 ${name} Letter`] };
    productIds.push(await addProduct({ db, saveFile, now: new Date() }, product));
  }
  db.close();
  return {
    path,
    database: paths.database,
    productIds,
    async remove() {
      process.off("exit", remove);
      remove();
    },
  };
}
