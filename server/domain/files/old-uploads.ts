import { eq } from "drizzle-orm";
import { uploads } from "../../../db/store-schema.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { findCursor, moveCursor } from "../../../db/cursors.ts";

const KEPT_DAYS = 30;
const MOST_A_ROUND = 50;
const CURSOR = "old-uploads";

/** SQL expression with the paths of uploads, by table. */
const PATHS = {
  products: "images || coalesce(sample, '')",
  testimonials: "image",
  texts: "value",
  settings: "logo",
};

const IS_NAMED = `SELECT EXISTS (SELECT 1 FROM file_versions WHERE sha256 = @sha256) ${Object.entries(
  PATHS,
)
  .map(
    ([table, paths]) => `
  OR EXISTS (SELECT 1 FROM ${table} WHERE instr(${paths}, @sha256) > 0)
  OR EXISTS (
    SELECT 1 FROM ${table} JOIN changes
    ON changes.table_name = '${table}' AND changes.row_id = ${table}.id
    WHERE instr(changes.after, @sha256) > 0
  )`,
  )
  .join("")}`;

type Upload = { id: number; sha256: string };

/**
 * Deletes uploads older than 30 days that were never used by a file or a row with pictures. Formerly
 * used ones are kept for undo.
 */
export async function dropUnnamedUploads(
  deps: Pick<Deps, "db" | "files" | "clock">,
): Promise<void> {
  const old = listNextOld(deps);
  for (const upload of old.filter((each) => !isNamed(deps, each))) {
    // Delete the bytes first: after an interruption the row remains, and the next run deletes it.
    await deps.files.remove(upload.sha256);
    deps.db.write((tx) => tx.delete(uploads).where(eq(uploads.id, upload.id)).run());
  }
  const last = old.at(-1);
  if (last) deps.db.write((tx) => moveCursor(tx, CURSOR, last.id));
}

/** Lists the next batch in id order, up to the first upload that is still too new. */
function listNextOld({ db, clock }: Pick<Deps, "db" | "clock">): Upload[] {
  const before = clock.now().getTime() - KEPT_DAYS * DAY_MS;
  const next = db.sqlite
    .prepare<[number], Upload & { createdAt: number }>(
      `SELECT id, sha256, created_at AS createdAt FROM uploads WHERE id > ?
       ORDER BY id LIMIT ${MOST_A_ROUND}`,
    )
    .all(findCursor(db, CURSOR) ?? 0);
  const young = next.findIndex(({ createdAt }) => createdAt >= before);
  return young < 0 ? next : next.slice(0, young);
}

/** Whether any file version, or any row with pictures, references the upload or once did. */
function isNamed({ db }: Pick<Deps, "db">, { sha256 }: Upload): boolean {
  return db.sqlite.prepare<[{ sha256: string }], number>(IS_NAMED).pluck().get({ sha256 }) === 1;
}
