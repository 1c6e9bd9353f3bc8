import type { ImportPreview, TableSchema } from "../../../../server/contract/tables.ts";
import { importWords as words } from "../../../content/admin-parts.ts";
import { INPUT } from "../../app/inputs.tsx";
import { importFields, type Mapping } from "./mapping.ts";

type MappingTableProps = {
  schema: TableSchema;
  preview: ImportPreview;
  mapping: Mapping;
  onMap: (column: number, field: string | null) => void;
};

/** The columns of a file, what their first rows hold, and the field that each of them fills. */
export function MappingTable({ schema, preview, mapping, onMap }: MappingTableProps) {
  const fields = importFields(schema);
  const samples = preview.samples.map((cells) => cells.join(" · "));
  const head = "border-b border-line px-2 py-1.5 text-left font-semibold text-ink-2";
  return (
    <table className="w-full">
      <thead>
        <tr>
          <th className={head}>{words.column}</th>
          <th className={`${head} max-sm:hidden`}>{words.sample}</th>
          <th className={head}>{words.field}</th>
        </tr>
      </thead>
      <tbody>
        {preview.headers.map((header, at) => (
          // Names may come twice, and the columns of a file stay where they are.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={at} className="border-b border-line last:border-0">
            <th scope="row" className="px-2 py-1.5 text-left font-semibold wrap-anywhere">
              {header}
              <span className="block font-normal text-ink-2 sm:hidden">{samples[at]}</span>
            </th>
            <td className="px-2 py-1.5 wrap-anywhere text-ink-2 max-sm:hidden">{samples[at]}</td>
            <td className="w-48 px-2 py-1.5">
              <select
                aria-label={`${header}: ${words.field}`}
                value={mapping[at] ?? ""}
                onChange={({ target }) => onMap(at, target.value || null)}
                className={INPUT}
              >
                <option value="">{words.leave}</option>
                {fields.map(([name, title]) => (
                  <option key={name} value={name}>
                    {title}
                  </option>
                ))}
              </select>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
