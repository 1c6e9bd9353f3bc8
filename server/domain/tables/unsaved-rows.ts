import type { PreviewRow } from "../../contract/admin-answers.ts";
import { IMPRINT_SLUG } from "../../contract/content.ts";
import type { TableRow } from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import type { ReadPublic } from "../public-reads.ts";
import { readSite } from "../settings.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { getTable } from "./registry.ts";
import { changeRow, createRow, getRow } from "./write.ts";

/** Tables whose rows the landing page lists. */
const LANDING_LISTS: readonly string[] = ["faqs", "testimonials"];
/** Lets a preview show the imprint, which a shop without a seller does not have. */
const SAMPLE_SELLER: PreviewRow = {
  table: "settings",
  id: 1,
  values: { seller_name: "Your legal name" },
};
const NEVER_STORED = new Error("The rows of a preview are not stored.");

type UnsavedReads = {
  read: ReadPublic;
  /** Path of the page among the rows. */
  pagePath: string | undefined;
  /** Whether the rows are listed on the landing page. */
  areListed: boolean;
};

/** Returns reads that see unsaved rows as if they were saved. Throws if a row is invalid. */
export function unsavedReads(
  deps: Pick<Deps, "db" | "config">,
  rows: readonly PreviewRow[],
  author: AdminAuthor,
): UnsavedReads {
  const areListed = rows.some(({ table }) => LANDING_LISTS.includes(table));
  if (rows.length === 0) {
    return { read: ({ read }) => read(deps.db), pagePath: undefined, areListed };
  }
  // Refuses invalid rows: a page shows nothing for data that it cannot read.
  const saved = readWithRows(rows, author, (all) => all);
  const page = saved[rows.findIndex(({ table }) => table === "pages")];
  const needsSeller = page?.["slug"] === IMPRINT_SLUG && !readSite(deps).seller;
  const all = needsSeller ? [...rows, SAMPLE_SELLER] : rows;
  return {
    read: ({ read }) => readWithRows(all, author, () => read(deps.db)),
    pagePath: page && `/${String(page["slug"])}`,
    areListed,
  };
}

/**
 * Returns the result of `read` while the rows are saved, by the same rules as a save. The
 * transaction is rolled back, so `read` must be synchronous.
 */
function readWithRows<Value>(
  rows: readonly PreviewRow[],
  author: AdminAuthor,
  read: (saved: readonly TableRow[]) => Value,
): Value {
  // decision: rolled-back-preview
  const results: Value[] = [];
  try {
    author.write((tx) => {
      const saved = rows.map(({ table, id, values: body }) => {
        const definition = getTable(table);
        if (id === undefined) return createRow(tx, { definition, body, author });
        return changeRow(tx, { definition, body, author, row: getRow(tx, definition, id) });
      });
      results.push(read(saved));
      throw NEVER_STORED;
    });
  } catch (error) {
    if (error !== NEVER_STORED) throw error;
  }
  return results[0]!;
}
