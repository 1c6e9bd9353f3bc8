import { useState } from "react";
import { withUnit } from "../../../server/contract/formats.ts";
import {
  type ImportAnswer,
  type ImportPreview,
  MOST_IMPORT_BYTES,
  type TableField,
  type TableSchema,
} from "../../../server/contract/tables.ts";
import { importWords as words } from "../../content/admin-parts.ts";
import { ApiError } from "../../lib/answer.ts";
import { randomKey } from "../../lib/retry.ts";
import { usePasskeyCheck } from "../data/use-direct-write.ts";
import { adminCalls, type ImportedFile } from "../data/api.ts";
import type { WriteOptions } from "../data/request.ts";
import { useWrites } from "../data/use-writes.tsx";
import { useSubmit } from "../forms/form-dialog.tsx";
import { bytesText } from "../kinds/upload.ts";

/** Field name for each column of a file; null to skip the column. */
export type Mapping = (string | null)[];

/** Chosen file with the server's preview and the result of the dry run. */
export type ChosenFile = {
  name: string;
  key: string;
  file: Blob;
  preview: ImportPreview;
  mapping: Mapping;
  /** Whether the encoding was detected reliably or confirmed by the user. */
  isReadRight: boolean;
  report?: ImportAnswer;
};

export function useImport(schema: TableSchema, onDone: () => void) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const { submit, ...state } = useSubmit();
  const { send } = useWrites();
  const withPasskey = usePasskeyCheck();
  return {
    ...state,
    chosen,
    setChosen,
    reset: () => submit(async () => setChosen(undefined)),
    choose: (picked: File) => submit(async () => setChosen(await readFile(schema, picked))),
    check: (file: ChosenFile) =>
      submit(async () => {
        const sent = { ...importedFile(file), dryRun: true };
        const { result } = await withPasskey(() => adminCalls.importRows(schema.name, sent));
        setChosen({ ...file, report: result });
      }),
    apply: (file: ChosenFile, rows: number) =>
      submit(async () => {
        const sent = { ...importedFile(file), dryRun: false };
        const call = (options: WriteOptions) =>
          adminCalls.importRows(schema.name, { ...sent, ...options });
        await send(call, { key: file.key, done: words.done(rows) });
        onDone();
      }),
  };
}

/** Reads a file and requests its preview from the server. Rejects with an ApiError. */
async function readFile(schema: TableSchema, picked: File): Promise<ChosenFile> {
  const { name, size } = picked;
  if (size > MOST_IMPORT_BYTES) throw new ApiError(words.tooLarge(bytesText(MOST_IMPORT_BYTES)));
  // Copy the content, so that the import matches the preview even if the file changes.
  const bytes = await picked.arrayBuffer().catch(() => {
    throw new ApiError(words.unreadable);
  });
  const file = new Blob([bytes]);
  const { result: preview } = await adminCalls.previewImport(schema.name, file);
  if (preview.rows === 0) throw new ApiError(words.empty);
  const mapping = mappingOf(schema, preview.headers);
  return { name, key: randomKey(), file, preview, mapping, isReadRight: !preview.isGuess };
}

function importedFile({ file, mapping, preview }: ChosenFile): ImportedFile {
  const columns = columnsParameter(mapping);
  return { file, columns, ...(preview.isGuess && { charset: preview.encoding }) };
}

export function importFields(schema: TableSchema): [name: string, field: TableField][] {
  return Object.entries(schema.properties).filter(
    ([name, { readOnly }]) => name === "id" || name === "version" || !readOnly,
  );
}

/** Maps columns to fields by name or title; each field is used at most once. */
export function mappingOf(schema: TableSchema, headers: readonly string[]): Mapping {
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const fields = importFields(schema);
  const used = new Set<string>();
  return headers.map((header) => {
    const found = fields.find(([name, field]) => {
      const names = [name, field.title].flatMap((each) => [each, withUnit(each, field)]);
      return !used.has(name) && names.map(plain).includes(plain(header));
    });
    if (found) used.add(found[0]);
    return found?.[0] ?? null;
  });
}

/** Assigns a field to a column, and clears any other column with this field. */
export function mapColumn(mapping: Mapping, column: number, field: string | null): Mapping {
  return mapping.map((each, at) => (at === column ? field : each === field ? null : each));
}

/** Returns why a mapping cannot be imported; undefined if it is valid. */
export function mappingProblem(schema: TableSchema, mapping: Mapping): string | undefined {
  if (mapping.every((field) => field === null)) return words.noColumn;
  if (mapping.includes("id")) return undefined;
  const missing = schema.required.filter((name) => !mapping.includes(name));
  if (missing.length === 0) return undefined;
  return words.missing(missing.map((name) => schema.properties[name]?.title ?? name).join(", "));
}

/** Serializes the mapping for the API: "id,name,,price". */
export function columnsParameter(mapping: Mapping): string {
  return mapping.map((field) => field ?? "").join(",");
}
