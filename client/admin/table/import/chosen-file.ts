import {
  type ImportAnswer,
  type ImportPreview,
  MOST_IMPORT_BYTES,
  type TableSchema,
} from "../../../../server/contract/tables.ts";
import { importWords as words } from "../../../content/admin-parts.ts";
import { randomKey } from "../../../lib/random-key.ts";
import { adminCalls, type ImportedFile } from "../../data/api.ts";
import { bytesText } from "../../forms/upload.ts";
import { columnsParameter, type Mapping, mappingOf } from "./mapping.ts";

/** A chosen file with its server preview and the result of the trial import. */
export type ChosenFile = {
  name: string;
  /** Idempotency key of its import. */
  key: string;
  file: Blob;
  preview: ImportPreview;
  mapping: Mapping;
  /** Whether the encoding is certain or confirmed. */
  isReadRight: boolean;
  report?: ImportAnswer;
};

/**
 * Fetches the server's preview of a file; `problem` is set when the browser rejects the file
 * itself. Rejects with an ApiError.
 */
export async function readFile(
  schema: TableSchema,
  picked: File,
): Promise<ChosenFile | { problem: string }> {
  if (picked.size > MOST_IMPORT_BYTES) {
    return { problem: words.tooLarge(bytesText(MOST_IMPORT_BYTES)) };
  }
  // Import the bytes that were previewed, even if the file changes in between.
  const bytes = await picked.arrayBuffer().catch(() => undefined);
  if (!bytes) return { problem: words.unreadable };
  const file = new Blob([bytes]);
  const { result: preview } = await adminCalls.previewImport(schema.name, file);
  if (preview.rows === 0) return { problem: words.empty };
  const mapping = mappingOf(schema, preview.headers);
  const isReadRight = !preview.isGuess;
  return { name: picked.name, key: randomKey(), file, preview, mapping, isReadRight };
}

/** Request form of the file; sends a guessed encoding as confirmed. */
export function importedFile({ file, mapping, preview }: ChosenFile): ImportedFile {
  const columns = columnsParameter(mapping);
  return { file, columns, ...(preview.isGuess && { charset: preview.encoding }) };
}
