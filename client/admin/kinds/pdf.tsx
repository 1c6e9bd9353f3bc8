import type { TableField } from "../../../server/contract/tables.ts";
import type { FieldKind, Filled, RowPart } from "./field-kind.ts";
import { UploadInput } from "./lazy-widgets.ts";
import { plainText, TEXT_FILTER } from "./text.tsx";
import { fileNameOf, sizeText } from "./upload.ts";
import type { UploadPreviewProps } from "./upload-field.tsx";
import { useQueuedFile } from "./uploads.ts";

/** Returns the facts about a stored file that other columns of its row contain. */
function factsOf({ facts }: TableField, row: RowPart = {}) {
  const numberOf = (column: string | undefined) => {
    const value = column === undefined ? undefined : row[column];
    return typeof value === "number" ? value : undefined;
  };
  return { pages: numberOf(facts?.pages), bytes: numberOf(facts?.bytes) };
}

type FileCellProps = { field: TableField; value: Filled; row: RowPart };

function FileCell({ field, value, row }: FileCellProps) {
  const url = plainText(value);
  const queued = useQueuedFile(url);
  const size = sizeText(factsOf(field, row));
  return (
    <>
      <a
        href={queued ?? url}
        target="_blank"
        rel="noreferrer"
        tabIndex={-1}
        className="text-teal underline-offset-4 hover:underline"
      >
        {fileNameOf(url)}
      </a>
      {size && <span className="text-ink-2"> {size}</span>}
    </>
  );
}

function FilePreview({ url, source, bytes, part }: UploadPreviewProps) {
  const { field, row } = part;
  return (
    <p className="wrap-anywhere">
      <a href={source} target="_blank" rel="noreferrer" className="link">
        {fileNameOf(url)}
      </a>
      <span className="text-ink-2">
        {" "}
        {sizeText(bytes === undefined ? factsOf(field, row) : { bytes })}
      </span>
    </p>
  );
}

/** Path of an uploaded PDF. */
export const pdf: FieldKind = {
  text: plainText,
  Cell: FileCell,
  Input: (part) => <UploadInput kind="file" part={part} Preview={FilePreview} />,
  filter: TEXT_FILTER,
  width: ({ facts }) => (facts ? 300 : 200),
  opensForm: true,
};
