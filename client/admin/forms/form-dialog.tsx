import { type ComponentProps, type ReactNode, useState } from "react";
import { adminWords } from "../../content/admin.ts";
import { readableMessage } from "../../lib/answer.ts";
import { ToolButton, type ToolLook } from "../ui/controls.tsx";
import { AdminDialog, DialogActions, DialogBody } from "../ui/dialog.tsx";

type FormDialogProps = {
  title: string;
  width?: "narrow" | "wide";
  busy: boolean;
  problem?: string | undefined;
  /** Label of the submit button; undefined when there is nothing to submit. */
  submit: string | undefined;
  look?: ToolLook;
  canSubmit?: boolean;
  status?: string | false;
  extra?: ReactNode;
  form?: Pick<ComponentProps<"form">, "ref" | "noValidate">;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Dialog with a form, its error message, and Cancel and Submit buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, width, busy, problem, submit, look = "main", canSubmit = true } = props;
  return (
    <AdminDialog title={title} {...(width && { width })} busy={busy} onClose={props.onClose}>
      <form
        {...props.form}
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSubmit && !busy) props.onSubmit();
        }}
      >
        <DialogBody>
          {problem && (
            <p role="alert" className="mb-3 text-danger">
              {problem}
            </p>
          )}
          {props.children}
        </DialogBody>
        <DialogActions>
          {/* Always rendered: screen readers ignore a live region that appears with its text. */}
          <p role="status" className="w-full text-right text-ink-2 empty:hidden">
            {props.status}
          </p>
          {props.extra}
          <ToolButton disabled={busy} onClick={props.onClose}>
            {adminWords.table.cancel}
          </ToolButton>
          {submit && (
            <ToolButton type="submit" look={look} disabled={!canSubmit || busy}>
              {submit}
            </ToolButton>
          )}
        </DialogActions>
      </form>
    </AdminDialog>
  );
}

/** Tracks a dialog's async steps: `busy` while one runs, `problem` is the error of the last one. */
export function useSubmit() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (step: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await step();
    } catch (error) {
      setProblem(readableMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, submit: (step: () => Promise<void>) => void submit(step) };
}
