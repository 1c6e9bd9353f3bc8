import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import type { Db, Reader, Transaction } from "../../db/client.ts";
import { storeFacts } from "../../db/store-schema.ts";
import { type Config, ConfigError, DEMO_ISSUER_PATH } from "../config.ts";
import { type Mode, MODES } from "../contract/site.ts";
import { pathsOf } from "./data-dir.ts";

const NAME = "mode";
/** What data of a mode is called, and the setting that it needs. */
export const MODE_WORDS: Record<Mode, { name: string; setting: string }> = {
  demo: { name: "a demo", setting: "DEMO=1" },
  test: { name: "a test shop", setting: "a test key" },
  live: { name: "a live shop", setting: "the live key" },
};

/**
 * Keeps data to the mode of its first start (decision: data-mode). The database remembers it, so that a
 * restored backup does too. Throws a ConfigError for another mode.
 */
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

/** The mode that a database belongs to; undefined before it was claimed. */
export function findMode(db: Pick<Reader, "select">): Mode | undefined {
  const row = db.select().from(storeFacts).where(eq(storeFacts.name, NAME)).get();
  return MODES.find((mode) => mode === row?.value);
}

/** What data says of itself that was made before the mode was kept; undefined when it says nothing. */
function inferMode({ sqlite }: Transaction, dataDir: string): Mode | undefined {
  const has = (sql: string) => sqlite.prepare(`SELECT EXISTS (${sql})`).pluck().get() === 1;
  // The provider's own words: a session's id begins with its kind.
  if (has("SELECT 1 FROM orders WHERE session_id GLOB 'cs_live_*'")) return "live";
  const isDemo =
    existsSync(pathsOf(dataDir).demo) ||
    has(`SELECT 1 FROM identities WHERE issuer GLOB '*${DEMO_ISSUER_PATH}'`) ||
    has("SELECT 1 FROM orders WHERE checkout_url GLOB '*/demo/pay/*'");
  if (isDemo) return "demo";
  return has("SELECT 1 FROM orders WHERE session_id GLOB 'cs_test_*'") ? "test" : undefined;
}
