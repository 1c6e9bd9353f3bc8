import { eq, sql } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { fileVersions, productFiles, products } from "../../../db/schema.ts";
import { PDF } from "./inspect-upload.ts";
import { findStored } from "./uploads.ts";

const SAMPLE = /^\/uploads\/([0-9a-f]{64})\/[\w.-]+\.pdf$/;

const MISSING = "Sample must be a PDF uploaded here";
const SOLD =
  "This PDF is sold, and everybody can open a sample. Please upload a PDF with a few of its pages.";

type SelectDb = Pick<Reader, "select">;

/** Returns why a file cannot be a sample, which every visitor may open. */
export function findSampleFault(db: SelectDb, path: string): string | undefined {
  const sha256 = SAMPLE.exec(path)?.[1];
  if (sha256 === undefined || findStored(db, sha256)?.type !== PDF) return MISSING;
  return isSold(db, sha256) ? SOLD : undefined;
}

/** Whether any version of a product's file has these bytes. */
export function isSold(db: SelectDb, sha256: string): boolean {
  const isSameFile = eq(productFiles.fileId, fileVersions.fileId);
  const versions = db
    .select({ id: fileVersions.id })
    .from(fileVersions)
    .innerJoin(productFiles, isSameFile)
    .where(eq(fileVersions.sha256, sha256));
  return versions.limit(1).get() !== undefined;
}

/** Whether these bytes are a product's sample. */
export function isSample(db: SelectDb, sha256: string): boolean {
  const hasSample = sql`instr(coalesce(${products.sample}, ''), ${sha256}) > 0`;
  return (
    db.select({ id: products.id }).from(products).where(hasSample).limit(1).get() !== undefined
  );
}
