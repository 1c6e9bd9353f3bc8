import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import type { Db, Reader, Transaction } from "../../db/client.ts";
import { storeFacts } from "../../db/store-schema.ts";
import { type Config, ConfigError, DEMO_ISSUER_PATH } from "../config.ts";
import { type Mode, MODES } from "../contract/site.ts";
import { pathsOf } from "./data-dir.ts";

const NAME = "mode";
/** Display name of each mode's data, and the setting that selects the mode. */
export const MODE_WORDS: Record<Mode, { name: string; setting: string }> = {
  demo: { name: "a demo", setting: "DEMO=1" },
  test: { name: "a test shop", setting: "a test key" },
  live: { name: "a live shop", setting: "the live key" },
};

/** Ties the data to the mode of its first start. Throws ConfigError for another mode. */
export function claimMode(db: Db, { mode, dataDir }: Pick<Config, "mode" | "dataDir">): void {
  const kept = db.write((tx) => {
    const known = findMode(tx);
    if (known) return known;
    const value = inferMode(tx, dataDir) ?? mode;
    tx.insert(storeFacts).values({ name: NAME, value }).run();
    return value;
  });
  if (kept === mode) return;
  const { name, setting } = MODE_WORDS[kept];
  const ways = `start it with ${setting}, or name another folder for ${MODE_WORDS[mode].name}`;
  throw new ConfigError([`DATA_DIR: ${dataDir} holds the data of ${name}; ${ways}`]);
}

export function findMode(db: Pick<Reader, "select">): Mode | undefined {
  const row = db.select().from(storeFacts).where(eq(storeFacts.name, NAME)).get();
  return MODES.find((mode) => mode === row?.value);
}

/** Guesses the mode of a database created before `mode` was stored. */
function inferMode({ sqlite }: Transaction, dataDir: string): Mode | undefined {
  const has = (sql: string) => sqlite.prepare(`SELECT EXISTS (${sql})`).pluck().get() === 1;
  if (has("SELECT 1 FROM orders WHERE session_id GLOB 'cs_live_*'")) return "live";
  const isDemo =
    existsSync(pathsOf(dataDir).demo) ||
    has(`SELECT 1 FROM identities WHERE issuer GLOB '*${DEMO_ISSUER_PATH}'`) ||
    has("SELECT 1 FROM orders WHERE checkout_url GLOB '*/demo/pay/*'");
  if (isDemo) return "demo";
  return has("SELECT 1 FROM orders WHERE session_id GLOB 'cs_test_*'") ? "test" : undefined;
}
