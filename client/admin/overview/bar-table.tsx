import type { ReactNode } from "react";
import { overviewWords as words } from "../../content/admin-overview.ts";

export type BarRow = { key: string; name: ReactNode; share: number; cells: readonly string[] };

type BarTableProps = {
  title: string;
  /** Titles of the columns to the right of the name. */
  columns: readonly string[];
  rows: readonly BarRow[];
  empty?: string;
};

/** Table with a bar behind each name. `share` is the length of the bar, from 0 to 1. */
export function BarTable({ title, columns, rows, empty = words.nothing }: BarTableProps) {
  if (rows.length === 0) return <p className="px-4 py-3 text-ink-2">{empty}</p>;
  return (
    <table className="my-1.5 w-full">
      <caption className="sr-only">{title}</caption>
      <thead className="text-ink-2">
        <tr>
          <th scope="col">
            <span className="sr-only">{title}</span>
          </th>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className="px-2 py-1 text-right font-normal whitespace-nowrap last:pr-4"
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, share, cells }) => (
          <tr key={key}>
            <th scope="row" className="relative h-8 w-full px-4 text-left font-normal">
              <span
                aria-hidden="true"
                className="absolute inset-y-0.5 left-2 rounded-sheet bg-teal-2"
                style={{ width: `calc(${Math.min(share, 1)} * (100% - 0.5rem))` }}
              />
              <span className="relative wrap-anywhere">{name}</span>
            </th>
            {cells.map((cell, at) => (
              <td
                key={columns[at]}
                className="px-2 py-0.5 text-right whitespace-nowrap tabular-nums last:pr-4"
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
