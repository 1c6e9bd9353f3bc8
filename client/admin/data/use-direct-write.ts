import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { randomKey } from "../../lib/retry.ts";
import { isRefusal } from "../offline/write-failure.ts";
import { useToasts } from "../ui/toasts.tsx";
import { useAdmin } from "./admin-context.ts";
import { adminPasskeyWords } from "../../content/admin-passkeys.ts";
import { isRefusedFor } from "../../lib/answer.ts";
import { useAsk } from "../ui/dialog.tsx";

/** Call outside the queue, for actions that must not be sent later. */
export type DirectWrite<Result> = {
  call: (options: { key: string; user: number }) => Promise<Result>;
  /** Calls of one name use one idempotency key until the server has decided. */
  name?: string;
  /** Key of the query whose data the result is. */
  stores?: QueryKey;
  /** Key of the query to fetch again. */
  reloads?: QueryKey;
  /** Text of the toast after success. */
  done?: string;
};

/** Returns a function that sends a write now, after a passkey check if the server asks for one. */
export function useDirectCall() {
  const client = useQueryClient();
  const { user } = useAdmin();
  const { show } = useToasts();
  const withPasskey = usePasskeyCheck();
  const keys = useRef(new Map<string, string>());
  return async <Result>(write: DirectWrite<Result>): Promise<Result> => {
    const { call, name = "", stores, reloads, done } = write;
    const key = keys.current.get(name) ?? randomKey();
    if (name !== "") keys.current.set(name, key);
    const result = await withPasskey(() => call({ key, user: user.id })).catch((error: unknown) => {
      if (isRefusal(error)) keys.current.delete(name);
      throw error;
    });
    keys.current.delete(name);
    if (stores) client.setQueryData(stores, result);
    if (done) show({ text: done });
    if (reloads) await client.invalidateQueries({ queryKey: reloads });
    return result;
  };
}

/** Sends one direct write at a time; keeps the error or result of the last one. */
export function useDirectWrite<Result = unknown>() {
  const send = useDirectCall();
  const { isPending, error, data, mutate } = useMutation({
    mutationFn: (write: DirectWrite<Result>) => send(write),
  });
  return {
    isBusy: isPending,
    error,
    result: data,
    write(wanted: DirectWrite<Result>): void {
      if (!isPending) mutate(wanted);
    },
  };
}

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
