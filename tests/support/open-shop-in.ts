import { mkdirSync } from "node:fs";
import { openDatabase } from "../../db/client.ts";
import { fillContent } from "../../db/seed/first-content.ts";
import { pathsOf } from "../../server/data/data-dir.ts";
import { firstSettings } from "../../server/domain/settings.ts";

/**
 * Stores the content of a new shop that sells, in a data folder not in use. Its owner gets no mail
 * at each sale, so that the mails sent are those of the buyers.
 */
export function openShopIn(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = openDatabase(pathsOf(dataDir).database);
  const settings = { ...firstSettings("test"), isOpen: true, saleMails: "off" } as const;
  fillContent({ db, firstSettings: settings, now: new Date() });
  db.close();
}
