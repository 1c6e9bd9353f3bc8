import { useId, useState } from "react";
import type { TableSchema } from "../../../../server/contract/tables.ts";
import { bulkWords as words } from "../../../content/admin-parts.ts";
import { outboxWords } from "../../../content/admin-outbox.ts";
import { ToolButton } from "../../app/controls.tsx";
import { NoConnection } from "../../data/no-connection.tsx";
import { AdminDialog, DialogActions, DialogBody } from "../../app/dialog.tsx";
import { INPUT } from "../../app/inputs.tsx";
import { type Counted, rowsText, type Selection } from "./bulk.ts";
import { useBulk } from "./use-bulk.ts";

/** From this many rows on, their number has to be typed. */
const MANY = 10;

export type BulkDialogProps = {
  schema: TableSchema;
  selection: Selection;
  counted: Counted;
  onDone: () => void;
  onClose: () => void;
};

/** Deletes many rows, once it is clear how many they are. */
export function BulkDelete({ onClose, ...rows }: BulkDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const { apply, count, problem, busy } = useBulk(rows);
  const isSure = count < MANY || Number(typed.replace(/\D/g, "")) === count;
  return (
    <AdminDialog
      title={words.deleteTitle(rowsText(count))}
      width="narrow"
      busy={busy}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isSure && !busy) void apply({ action: "delete" });
        }}
      >
        <DialogBody>
          <NoConnection text={outboxWords.direct} className="mb-3" />
          {problem && (
            <p role="alert" className="mb-3 text-danger">
              {problem}
            </p>
          )}
          <p>{words.deleteText}</p>
          {count >= MANY && (
            <>
              <label htmlFor={id} className="mt-4 block font-semibold">
                {words.typeNumber(count)}
              </label>
              <input
                id={id}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                className={`${INPUT} mt-1`}
              />
            </>
          )}
        </DialogBody>
        <DialogActions>
          <ToolButton disabled={busy} onClick={onClose}>
            {words.cancel}
          </ToolButton>
          <ToolButton type="submit" look="danger" disabled={!isSure || busy || count === 0}>
            {words.deleteYes(rowsText(count))}
          </ToolButton>
        </DialogActions>
      </form>
    </AdminDialog>
  );
}
