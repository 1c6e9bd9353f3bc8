import { useCallback } from "react";
import { adminPasskeyWords } from "../../content/admin-passkeys.ts";
import { isRefusedFor } from "../../lib/answer.ts";
import { useAsk } from "./dialog.tsx";

export type WithPasskey = <Result>(call: () => Promise<Result>) => Promise<Result>;

/** Returns a function that runs a call, and repeats it after a passkey check if the server asks. */
export function usePasskeyCheck(): WithPasskey {
  const ask = useAsk();
  return useCallback(
    async (call) => {
      try {
        return await call();
      } catch (error) {
        if (!isRefusedFor(error, "passkey_stale")) throw error;
        if (!(await ask(adminPasskeyWords.check))) throw error;
        await confirmWithPasskey();
        return call();
      }
    },
    [ask],
  );
}

export async function confirmWithPasskey(): Promise<void> {
  const { givePasskey } = await import("../../lib/passkey.ts");
  await givePasskey();
}
