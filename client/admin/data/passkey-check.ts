import { useCallback } from "react";
import { adminPasskeyWords } from "../../content/admin-passkeys.ts";
import { isRefusedFor } from "../../lib/answer.ts";
import { useAsk } from "../ui/dialog.tsx";

export type WithPasskey = <Result>(call: () => Promise<Result>) => Promise<Result>;

/** Returns a wrapper for calls that asks for a passkey and retries when the check is stale. */
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

/** Renews the passkey check of this session. Rejects with an ApiError. */
export async function confirmWithPasskey(): Promise<void> {
  const { authenticateWithPasskey } = await import("../../lib/passkey.ts");
  await authenticateWithPasskey();
}
