import { useId, useState } from "react";
import { viewWords as words } from "../../../content/admin-parts.ts";
import { readableMessage } from "../../../lib/readable-error.ts";
import { useAdmin } from "../../app/admin-context.ts";
import { ToolButton } from "../../app/controls.tsx";
import { AdminDialog, DialogActions, DialogBody } from "../../app/dialog.tsx";
import { INPUT } from "../../app/inputs.tsx";
import type { SavedView } from "./saved-view.ts";

const LONGEST_TITLE = 80;

type ViewDialogProps = {
  /** The view to rename; a new one without it. */
  view: SavedView | undefined;
  onClose: () => void;
  onSave: (named: Pick<SavedView, "title" | "userId">) => Promise<void>;
};

/** Asks what a view is called and who sees it. */
export function ViewDialog({ view, onClose, onSave }: ViewDialogProps) {
  const id = useId();
  const { user } = useAdmin();
  const [title, setTitle] = useState(view?.title ?? "");
  const [shared, setShared] = useState(view?.userId === null);
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      await onSave({ title: title.trim(), userId: shared ? null : user.id });
      onClose();
    } catch (error) {
      setProblem(readableMessage(error));
      setSaving(false);
    }
  };
  return (
    <AdminDialog
      title={view ? words.renameTitle : words.saveTitle}
      width="narrow"
      busy={saving}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() !== "" && !saving) void save();
        }}
      >
        <DialogBody>
          {problem && (
            <p role="alert" className="mb-3 text-danger">
              {problem}
            </p>
          )}
          <label htmlFor={id} className="font-semibold">
            {words.name}
          </label>
          <input
            id={id}
            value={title}
            maxLength={LONGEST_TITLE}
            required
            onChange={({ target }) => setTitle(target.value)}
            className={`${INPUT} mt-1`}
          />
          <fieldset className="mt-4">
            <legend className="font-semibold">{words.scope}</legend>
            {[false, true].map((forAll) => (
              <label key={String(forAll)} className="flex min-h-8 items-center gap-2">
                <input
                  type="radio"
                  name={`${id}-scope`}
                  checked={shared === forAll}
                  onChange={() => setShared(forAll)}
                  className="size-4 accent-teal"
                />
                {forAll ? words.shared : words.mine}
              </label>
            ))}
          </fieldset>
        </DialogBody>
        <DialogActions>
          <ToolButton disabled={saving} onClick={onClose}>
            {words.cancel}
          </ToolButton>
          <ToolButton type="submit" look="main" disabled={title.trim() === "" || saving}>
            {words.saveYes}
          </ToolButton>
        </DialogActions>
      </form>
    </AdminDialog>
  );
}
