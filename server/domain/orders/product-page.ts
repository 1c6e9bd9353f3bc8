import { and, eq, getTableName, inArray, sql } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { PAPERS } from "../../../db/enums.ts";
import { changes, files, fileVersions, productFiles, products } from "../../../db/schema.ts";
import type { Product } from "../../contract/answers.ts";
import type { Paper } from "../../contract/site.ts";
import { renderMarkdown } from "../content/markdown.ts";
import type { PublicRead } from "../public-reads.ts";
import { productList } from "./catalogue.ts";

/** A product on sale, with what only its own page shows. */
export type ShownProduct = {
  product: Product;
  /** The whole description as HTML without scripts. */
  html: string;
  /** Number of pages in one paper size; null if unknown. */
  pages: number | null;
  papers: Paper[];
  /** The product with each licence it is sold with, in display order; empty if there is only one. */
  licences: Product[];
};

/** The product on sale with a slug; null if there is none. */
export function shownProduct(slug: string): PublicRead<ShownProduct | null> {
  return {
    tables: [products, productFiles, files, fileVersions].map((table) => getTableName(table)),
    read(db) {
      const onSale = productList.read(db);
      const product = onSale.find((each) => each.slug === slug);
      const row = product && db.select().from(products).where(eq(products.id, product.id)).get();
      if (!product || !row) return null;
      return {
        product,
        html: renderMarkdown(row.description).html,
        ...extentOf(listFiles(db, product.id)),
        licences: listLicences(db, row, onSale),
      };
    },
  };
}

/**
 * Lists a product and those with another licence that have the same files, or that upgrade it or that
 * it upgrades.
 */
function listLicences(
  db: Reader,
  { id, licence, upgradesFromId }: typeof products.$inferSelect,
  onSale: Product[],
): Product[] {
  const others = onSale.filter((product) => product.licence !== licence);
  if (others.length === 0) return [];
  const ids = [id, ...others.map((product) => product.id)];
  const joins = db.select().from(productFiles).where(inArray(productFiles.productId, ids)).all();
  const filesOf = (productId: number) =>
    new Set(joins.filter((join) => join.productId === productId).map(({ fileId }) => fileId));
  const own = filesOf(id);
  const isSame = (list: Set<number>) => list.size === own.size && list.isSubsetOf(own);
  const upgradeIds = db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.upgradesFromId, id))
    .all()
    .map((upgrade) => upgrade.id);
  const related = others.filter(
    (product) =>
      (own.size > 0 && isSame(filesOf(product.id))) ||
      [...upgradeIds, upgradesFromId].includes(product.id),
  );
  if (related.length === 0) return [];
  return onSale.filter((product) => product.id === id || related.includes(product));
}

type SizedFile = { paper: Paper | null; pages: number };

function listFiles(db: Reader, productId: number): SizedFile[] {
  return db
    .select({ paper: files.paper, pages: fileVersions.pages })
    .from(productFiles)
    .innerJoin(files, eq(files.id, productFiles.fileId))
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .where(eq(productFiles.productId, productId))
    .all();
}

/**
 * Returns the paper sizes of files and the number of pages in one of them: the smallest, if the sizes
 * differ. A file without a paper size counts for each.
 */
export function extentOf(list: readonly SizedFile[]): Pick<ShownProduct, "pages" | "papers"> {
  const papers = PAPERS.filter((paper) => list.some((file) => file.paper === paper));
  const sums = (papers.length > 0 ? papers : [null]).map((paper) =>
    list
      .filter((file) => file.paper === paper || file.paper === null)
      .reduce((sum, { pages }) => sum + pages, 0),
  );
  return { pages: Math.min(...sums) || null, papers };
}

/**
 * Current slugs of products on sale, by each slug that they had before. The history of changes keeps
 * them as long as the product. If two products had a slug, the later change wins.
 */
export const formerSlugs = {
  tables: [getTableName(products)],
  read(db) {
    const former = sql<string>`${changes.before} ->> '$.slug'`;
    const rows = db
      .select({ former, current: products.slug })
      .from(changes)
      .innerJoin(products, eq(products.id, changes.rowId))
      .where(
        and(
          eq(changes.tableName, getTableName(products)),
          eq(changes.action, "update"),
          eq(products.active, true),
          sql`${former} <> ${products.slug}`,
        ),
      )
      .orderBy(changes.id)
      .all();
    return new Map(rows.map((row) => [row.former, row.current]));
  },
} satisfies PublicRead<Map<string, string>>;
