import { useState } from "react";
import { countOf } from "../../../../server/contract/format.ts";
import type { TableSchema } from "../../../../server/contract/tables.ts";
import { adminWords } from "../../../content/admin.ts";
import { readableMessage } from "../../../lib/readable-error.ts";
import { ToolButton } from "../controls.tsx";
import { AdminDialog, DialogActions, DialogBody } from "../dialog.tsx";
import { cellText } from "../formats.ts";
import { rowLabel } from "../labels.ts";
import { changeOf, useWrites } from "../use-writes.tsx";
import { changesByRow, type PastedCell } from "./paste.ts";

const words = adminWords.paste;
const MOST_SHOWN = 200;

type PasteDialogProps = { schema: TableSchema; cells: PastedCell[]; onClose: () => void };

/** What a paste would change, cell by cell, before it does: a write for each row. */
export function PasteDialog({ schema, cells, onClose }: PasteDialogProps) {
  const { saveRow } = useWrites();
  const [done, setDone] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const changes = changesByRow(cells);
  const good = cells.filter((cell) => !cell.problem).length;

  async function apply(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    let finished = done;
    try {
      for (const { row, values } of changes.slice(done)) {
        const label = rowLabel(schema, row);
        const change = changeOf(row, { table: schema.name, label, values });
        await saveRow(change, adminWords.done.updated(label));
        finished += 1;
        setDone(finished);
      }
      onClose();
    } catch (error) {
      setProblem(words.failed(finished, readableMessage(error)));
      setBusy(false);
    }
  }

  return (
    <AdminDialog title={words.heading} width="wide" onClose={() => !busy && onClose()}>
      <DialogBody>
        <p>{good > 0 ? words.text(countOf(good, "cell")) : words.nothing}</p>
        {problem && (
          <p role="alert" className="mt-2 text-danger">
            {problem}
          </p>
        )}
        {cells.length > 0 && (
          <table className="mt-3 w-full border-collapse text-left">
            <thead>
              <tr>
                {[words.row, words.column, words.before, words.after].map((head) => (
                  <th key={head} scope="col" className="border-b border-line py-1.5 pr-4">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cells.slice(0, MOST_SHOWN).map((cell) => (
                <PastedRow key={`${cell.row.id} ${cell.name}`} schema={schema} cell={cell} />
              ))}
            </tbody>
          </table>
        )}
        {cells.length > MOST_SHOWN && (
          <p className="mt-2 text-ink-2">{words.left(cells.length - MOST_SHOWN)}</p>
        )}
      </DialogBody>
      <DialogActions>
        <ToolButton disabled={busy} onClick={onClose}>
          {adminWords.table.cancel}
        </ToolButton>
        {good > 0 && (
          <ToolButton look="main" disabled={busy} onClick={() => void apply()}>
            {busy ? adminWords.form.saving : words.apply}
          </ToolButton>
        )}
      </DialogActions>
    </AdminDialog>
  );
}

function PastedRow({ schema, cell }: { schema: TableSchema; cell: PastedCell }) {
  const { row, name, value, problem } = cell;
  const field = schema.properties[name];
  if (!field) return null;
  const CELL = "border-b border-line py-1.5 pr-4 align-top wrap-anywhere";
  return (
    <tr>
      <td className={CELL}>{rowLabel(schema, row)}</td>
      <td className={CELL}>{field.title}</td>
      <td className={`${CELL} text-ink-2`}>{cellText(field, row[name])}</td>
      <td className={`${CELL} ${problem ? "text-danger" : "font-semibold"}`}>
        {problem ?? cellText(field, value)}
      </td>
    </tr>
  );
}
