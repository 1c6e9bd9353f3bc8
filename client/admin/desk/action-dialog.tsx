import { type ReactNode, useState } from "react";
import { AdminDialog } from "../app/dialog.tsx";
import { ActionForm } from "./action-form.tsx";
import { type Job, OpenActionProvider } from "./open-action.ts";
import { useAction } from "./use-action.ts";

/** Holds the dialog of the action that is asked for, one at a time. */
export function ActionsProvider({ children }: { children: ReactNode }) {
  const [job, setJob] = useState<Job>();
  return (
    <OpenActionProvider value={setJob}>
      {children}
      {job && <ActionDialog job={job} onClose={() => setJob(undefined)} />}
    </OpenActionProvider>
  );
}

/** The dialog of any action of any table, made of what its schema says. */
function ActionDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const run = useAction({ job, onDone: onClose });
  // What is on its way can't be called back: its end is to be seen.
  const close = () => {
    if (!run.state.sending) onClose();
  };
  return (
    <AdminDialog title={job.action.title} busy={run.state.sending} onClose={close}>
      <ActionForm action={job.action} run={run} onCancel={close} />
    </AdminDialog>
  );
}
