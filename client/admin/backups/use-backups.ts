import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { backupWords as words } from "../../content/admin-backups.ts";
import { randomKey } from "../../lib/random-key.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { useAdmin } from "../app/admin-context.ts";
import { adminCalls } from "../data/api.ts";
import { useAsk } from "../app/dialog.tsx";
import { useToasts } from "../app/toasts.tsx";
import { backupsQuery } from "./backups-query.ts";

/** What can be done with the store's archives, one thing at a time. */
export function useBackups() {
  const client = useQueryClient();
  const { user } = useAdmin();
  const { show } = useToasts();
  const ask = useAsk();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const press = useRef<string>(undefined);

  async function run(work: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    await work().catch((error: unknown) => setProblem(readableMessage(error)));
    setBusy(false);
  }

  return {
    isBusy,
    problem,

    make: () =>
      run(async () => {
        // A press whose answer was lost is the same press when it is repeated.
        press.current ??= randomKey();
        const options = { key: press.current, user: user.id };
        const { result } = await adminCalls.makeBackup(options);
        press.current = undefined;
        client.setQueryData(backupsQuery.queryKey, result);
      }),

    async remove(name: string, time: string): Promise<void> {
      const { removeAsk: title, removeYes: yes } = words;
      if (!(await ask({ title, text: words.removeText(time), yes, danger: true }))) return;
      await run(async () => {
        await adminCalls.deleteBackup(name, { user: user.id });
        show({ text: words.removed });
        await client.invalidateQueries({ queryKey: backupsQuery.queryKey });
      });
    },
  };
}
