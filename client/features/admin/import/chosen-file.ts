import {
  type ImportAnswer,
  type ImportPreview,
  MOST_IMPORT_BYTES,
  type TableSchema,
} from "../../../../server/contract/tables.ts";
import { importWords as words } from "../../../content/admin-parts.ts";
import { adminCalls, type ImportedFile } from "../calls.ts";
import { bytesText } from "../fields/upload.ts";
import { columnsParameter, type Mapping, mappingOf } from "./mapping.ts";

/** The chosen file, what the server read in it, and what the import would do. */
export type ChosenFile = {
  name: string;
  file: Blob;
  preview: ImportPreview;
  mapping: Mapping;
  /** Whether the encoding is certain, or was confirmed. */
  isReadRight: boolean;
  report?: ImportAnswer;
};

/** Has the server read a file. Rejects with an ApiError; `problem` is what the server is not asked. */
export async function readFile(
  schema: TableSchema,
  picked: File,
): Promise<ChosenFile | { problem: string }> {
  if (picked.size > MOST_IMPORT_BYTES) {
    return { problem: words.tooLarge(bytesText(MOST_IMPORT_BYTES)) };
  }
  // What is imported is what was checked, even if the file changes in between.
  const bytes = await picked.arrayBuffer().catch(() => undefined);
  if (!bytes) return { problem: words.unreadable };
  const file = new Blob([bytes]);
  const { result: preview } = await adminCalls.previewImport(schema.name, file);
  if (preview.rows === 0) return { problem: words.empty };
  const mapping = mappingOf(schema, preview.headers);
  const isReadRight = !preview.isGuess;
  return { name: picked.name, file, preview, mapping, isReadRight };
}

/** The file as it is sent: a guessed encoding counts as confirmed. */
export function importedFile({ file, mapping, preview }: ChosenFile): ImportedFile {
  const columns = columnsParameter(mapping);
  return { file, columns, ...(preview.isGuess && { charset: preview.encoding }) };
}
