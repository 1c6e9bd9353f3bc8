import { useId, useState } from "react";
import { viewWords as words } from "../../../content/admin-parts.ts";
import { readableMessage } from "../../../lib/answer.ts";
import { useAdmin } from "../../app/admin-context.ts";
import { INPUT, Tick } from "../../app/controls.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import type { SavedView } from "./saved-view.ts";

const LONGEST_TITLE = 80;

type ViewDialogProps = {
  /** The view to rename; undefined for a new one. */
  view: SavedView | undefined;
  onClose: () => void;
  onSave: (named: Pick<SavedView, "title" | "userId">) => Promise<void>;
};

/** Edits the title of a view and who can see it. */
export function ViewDialog({ view, onClose, onSave }: ViewDialogProps) {
  const id = useId();
  const { user } = useAdmin();
  const [title, setTitle] = useState(view?.title ?? "");
  const [isShared, setShared] = useState(view?.userId === null);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await onSave({ title: title.trim(), userId: isShared ? null : user.id });
      onClose();
    } catch (error) {
      setProblem(readableMessage(error));
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={view ? words.renameTitle : words.saveTitle}
      width="narrow"
      busy={busy}
      problem={problem}
      submit={words.saveYes}
      canSubmit={title.trim() !== ""}
      onSubmit={() => void save()}
      onClose={onClose}
    >
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
          <Tick
            key={String(forAll)}
            type="radio"
            name={`${id}-scope`}
            label={forAll ? words.shared : words.mine}
            checked={isShared === forAll}
            onChange={() => setShared(forAll)}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
