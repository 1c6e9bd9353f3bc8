import { useState } from "react";
import {
  type ImportAnswer,
  type ImportPreview,
  MOST_IMPORT_BYTES,
  type TableSchema,
} from "../../../server/contract/tables.ts";
import { importWords as words } from "../../content/admin-parts.ts";
import { ApiError } from "../../lib/answer.ts";
import { randomKey } from "../../lib/retry.ts";
import { adminCalls, type ImportedFile } from "../data/api.ts";
import type { WriteOptions } from "../data/request.ts";
import { useWrites } from "../data/use-writes.tsx";
import { useSubmit } from "../forms/form-dialog.tsx";
import { bytesText } from "../forms/upload.ts";

/** The field that each column of a file fills; null for a column that is left out. */
export type Mapping = (string | null)[];

/** A chosen file with its server preview and the result of the trial import. */
export type ChosenFile = {
  name: string;
  key: string;
  file: Blob;
  preview: ImportPreview;
  mapping: Mapping;
  /** Whether the encoding is certain or confirmed. */
  isReadRight: boolean;
  report?: ImportAnswer;
};

export function useImport(schema: TableSchema, onDone: () => void) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const { submit, ...state } = useSubmit();
  const { send } = useWrites();
  return {
    ...state,
    chosen,
    setChosen,
    reset: () => submit(async () => setChosen(undefined)),
    choose: (picked: File) => submit(async () => setChosen(await readFile(schema, picked))),
    check: (file: ChosenFile) =>
      submit(async () => {
        const sent = { ...importedFile(file), dryRun: true };
        const { result } = await adminCalls.importRows(schema.name, sent);
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

/** Fetches the server's preview of a file. Rejects with an ApiError. */
async function readFile(schema: TableSchema, picked: File): Promise<ChosenFile> {
  const { name, size } = picked;
  if (size > MOST_IMPORT_BYTES) throw new ApiError(words.tooLarge(bytesText(MOST_IMPORT_BYTES)));
  // Import the bytes that were previewed, even if the file changes in between.
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

export function importFields(schema: TableSchema): [name: string, title: string][] {
  return Object.entries(schema.properties)
    .filter(([name, { readOnly }]) => name === "id" || name === "version" || !readOnly)
    .map(([name, { title }]) => [name, title]);
}

/** Maps columns whose header is a field's name or title. Each field is filled once. */
export function mappingOf(schema: TableSchema, headers: readonly string[]): Mapping {
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const fields = importFields(schema);
  const used = new Set<string>();
  return headers.map((header) => {
    const found = fields.find(
      ([name, title]) => !used.has(name) && [plain(name), plain(title)].includes(plain(header)),
    );
    if (found) used.add(found[0]);
    return found?.[0] ?? null;
  });
}

/** Sets the field of one column; another column with this field is left out. */
export function mapColumn(mapping: Mapping, column: number, field: string | null): Mapping {
  return mapping.map((each, at) => (at === column ? field : each === field ? null : each));
}

/** The reason why a mapping cannot be imported, if any. */
export function mappingProblem(schema: TableSchema, mapping: Mapping): string | undefined {
  if (mapping.every((field) => field === null)) return words.noColumn;
  if (mapping.includes("id")) return undefined;
  const missing = schema.required.filter((name) => !mapping.includes(name));
  if (missing.length === 0) return undefined;
  return words.missing(missing.map((name) => schema.properties[name]?.title ?? name).join(", "));
}

/** The mapping as sent to the server: "id,name,,price". */
export function columnsParameter(mapping: Mapping): string {
  return mapping.map((field) => field ?? "").join(",");
}
