import { seedCatalogue } from "../db/seed/seed.ts";
import type { Config } from "./config.ts";
import { openStore, type Store } from "./open-store.ts";

/** The command `seed`: fills the demo catalogue and ends. */
export async function seed(config: Config): Promise<void> {
  const store = await openStore(config);
  await fillCatalogue(store);
  store.db.close();
}

/** Makes the demo's printables and products, with progress on screen. */
export async function fillCatalogue({ db, files }: Store): Promise<void> {
  process.stdout.write("Making the printables: ");
  await seedCatalogue({
    db,
    saveFile: files.save,
    now: new Date(),
    onProgress: (done, total) =>
      void process.stdout.write(done === total ? ` ${total} PDFs\n` : "."),
  });
}
