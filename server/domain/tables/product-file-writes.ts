import { and, asc, eq, ne } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, insertRow, updateRow } from "../../../db/record.ts";
import { files, fileVersions, productFiles } from "../../../db/schema.ts";
import { uploads } from "../../../db/store-schema.ts";
import { tableRefusals as texts } from "./refusals.ts";
import type { RowValues } from "../../contract/tables.ts";
import { AppError } from "../../errors.ts";
import { fileNameOf } from "../files/links.ts";
import { isSample } from "../files/named-files.ts";
import type { WriteRules } from "./define-table.ts";
import { invalidValues } from "./wire-values.ts";

const FILE_URL = /^\/uploads\/([0-9a-f]{64})\//;
const PDF = "application/pdf";

type File = typeof files.$inferSelect;

/** Changes to a file's title, paper or content apply to every product that uses the file. */
export const productFileRules: WriteRules = {
  create(tx, values, author) {
    const sha256 = sha256Of(values);
    requireNoSample(tx, sha256);
    const file = findFileOf(tx, sha256) ?? insertFile(tx, values, author);
    const productId = Number(values["product_id"]);
    const held = and(eq(productFiles.productId, productId), eq(productFiles.fileId, file.id));
    if (tx.select({ id: productFiles.id }).from(productFiles).where(held).get()) {
      const errors = { file_url: [texts.fileTwice] };
      throw new AppError("conflict", texts.fileTwice, { reason: "taken", errors });
    }
    changeFile(tx, { file, patch: values, author });
    const position = Number(values["position"] ?? 0);
    const shown = { after: shownOf(tx, file.id) };
    const row = { productId, fileId: file.id, position };
    return insertRow(tx, productFiles, row, { ...author, shown }).id;
  },

  update(tx, row, { patch, author }) {
    const fileId = Number(row["file_id"]);
    const file = tx.select().from(files).where(eq(files.id, fileId)).get();
    if (!file) throw new Error(`No file ${fileId}.`);
    const before = shownOf(tx, fileId);
    changeFile(tx, { file, patch, author, except: row.id });
    const shown = { before, after: shownOf(tx, fileId) };
    const position = "position" in patch ? Number(patch["position"]) : undefined;
    updateRow(tx, productFiles, row.id, { position }, { ...author, shown });
  },
};

function shownOf(tx: Transaction, fileId: number): RowValues {
  const shown = tx
    .select({
      title: files.title,
      paper: files.paper,
      slug: files.slug,
      sha256: fileVersions.sha256,
      pages: fileVersions.pages,
      bytes: fileVersions.bytes,
    })
    .from(files)
    .leftJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .where(eq(files.id, fileId))
    .get();
  if (!shown) throw new Error(`No file ${fileId}.`);
  const { slug, sha256, ...columns } = shown;
  return { ...columns, file_url: sha256 && `/uploads/${sha256}/${slug}.pdf` };
}

type FileChange = {
  file: File;
  patch: RowValues;
  author: Author;
  /** Row to skip, because the caller updates it. */
  except?: number;
};

function changeFile(tx: Transaction, { file, patch, author, except = 0 }: FileChange): void {
  const before = shownOf(tx, file.id);
  const { title = before["title"], paper = before["paper"] } = patch;
  const currentVersionId =
    "file_url" in patch ? versionOf(tx, file, { sha256: sha256Of(patch), author }) : undefined;
  const change = {
    ...(title !== before["title"] && { title: String(title) }),
    ...(paper !== before["paper"] && { paper: paper as File["paper"] }),
    ...(currentVersionId !== undefined &&
      currentVersionId !== file.currentVersionId && { currentVersionId }),
  };
  if (Object.keys(change).length === 0) return;
  updateRow(tx, files, file.id, change, author);
  const shown = { before, after: shownOf(tx, file.id) };
  const others = tx
    .select({ id: productFiles.id })
    .from(productFiles)
    .where(and(eq(productFiles.fileId, file.id), ne(productFiles.id, except)))
    .all();
  for (const { id } of others) updateRow(tx, productFiles, id, {}, { ...author, shown });
}

type NewBytes = { sha256: string; author: Author };

function versionOf(tx: Transaction, file: File, { sha256, author }: NewBytes): number {
  const isIt = and(eq(fileVersions.fileId, file.id), eq(fileVersions.sha256, sha256));
  const known = tx.select({ id: fileVersions.id }).from(fileVersions).where(isIt).get();
  if (known) return known.id;
  requireNoSample(tx, sha256);
  const { bytes, pages } = getUpload(tx, sha256);
  const version = { fileId: file.id, sha256, bytes, pages: pages ?? 1 };
  return insertRow(tx, fileVersions, version, author).id;
}

/** Finds an existing file whose current version has these bytes, so that products share it. */
function findFileOf(tx: Transaction, sha256: string): File | undefined {
  return tx
    .select({ file: files })
    .from(fileVersions)
    .innerJoin(files, eq(files.currentVersionId, fileVersions.id))
    .where(eq(fileVersions.sha256, sha256))
    .orderBy(asc(files.id))
    .get()?.file;
}

function insertFile(tx: Transaction, values: RowValues, author: Author): File {
  getUpload(tx, sha256Of(values));
  const title = String(values["title"]);
  const paper = values["paper"] as File["paper"];
  return insertRow(tx, files, { slug: freeSlug(tx, title), title, paper }, author);
}

function freeSlug(tx: Transaction, title: string): string {
  const slug = fileNameOf(title).toLowerCase();
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? slug : `${slug}-${number}`;
    const taken = tx.select({ id: files.id }).from(files).where(eq(files.slug, numbered)).get();
    if (!taken) return numbered;
  }
}

function getUpload(tx: Transaction, sha256: string) {
  const isPdf = and(eq(uploads.sha256, sha256), eq(uploads.type, PDF));
  const upload = tx.select().from(uploads).where(isPdf).get();
  if (!upload) throw invalidValues(new Map([["file_url", texts.uploadMissing]]));
  return upload;
}

function requireNoSample(tx: Transaction, sha256: string): void {
  if (isSample(tx, sha256)) throw invalidValues(new Map([["file_url", texts.fileIsSample]]));
}

function sha256Of(values: RowValues): string {
  const sha256 = FILE_URL.exec(String(values["file_url"]))?.[1];
  if (!sha256) throw invalidValues(new Map([["file_url", texts.uploadMissing]]));
  return sha256;
}
