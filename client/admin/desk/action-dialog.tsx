import { createContext, type ReactNode, use, useState } from "react";
import { AdminDialog } from "../app/dialog.tsx";
import { ActionForm, useAction } from "./action-form.tsx";
import type { ActionTarget } from "./action-state.ts";

const Context = createContext<((target: ActionTarget) => void) | undefined>(undefined);

/** Returns a function that opens the dialog of an action, for a row of any table. */
export function useOpenAction(): (target: ActionTarget) => void {
  const open = use(Context);
  if (!open) throw new Error("useOpenAction needs an ActionsProvider.");
  return open;
}

/** Shows the dialog of one action at a time. */
export function ActionsProvider({ children }: { children: ReactNode }) {
  const [target, setTarget] = useState<ActionTarget>();
  return (
    <Context value={setTarget}>
      {children}
      {target && <ActionDialog target={target} onClose={() => setTarget(undefined)} />}
    </Context>
  );
}

function ActionDialog({ target, onClose }: { target: ActionTarget; onClose: () => void }) {
  const run = useAction(target, onClose);
  const { title } = target.action;
  // A request cannot be called back, so its result is awaited.
  const close = () => {
    if (!run.state.sending) onClose();
  };
  return (
    <AdminDialog title={title} busy={run.state.sending} onClose={close}>
      <ActionForm action={target.action} run={run} onCancel={close} />
    </AdminDialog>
  );
}
