import { QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { useOnRefused } from "../app/access-gate.tsx";
import { createQueryClient } from "./queries.ts";
import { useDevice } from "../pending/outbox-context.tsx";
import { type OfflineCopy, openOfflineCopy } from "./offline-copy.ts";

const Context = createContext<OfflineCopy | undefined>(undefined);

export function useOfflineCopy(): OfflineCopy {
  const copy = use(Context);
  if (!copy) throw new Error("A part of the admin is shown outside of it.");
  return copy;
}

/**
 * Provides the reads of the screens, from the store or from this device. When the store answers again,
 * stored data is refetched.
 */
export function OfflineProvider({ children }: { children: ReactNode }) {
  const { storage, outbox } = useDevice();
  const onError = useOnRefused();
  const [copy] = useState(() => openOfflineCopy(storage));
  const [client] = useState(() => createQueryClient(copy.reads, onError));
  useEffect(() => copy.open(), [copy]);
  useEffect(() => {
    const { reads } = copy;
    return reads.onBack(() => {
      outbox.wake();
      const isSchemas = reads.areSchemasFromDevice();
      void client.invalidateQueries({
        predicate: ({ queryKey, state }) =>
          state.error !== null ||
          (queryKey[0] === "schemas" ? isSchemas : isFromDevice(state.data)),
      });
    });
  }, [client, copy, outbox]);
  return (
    <Context value={copy}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Context>
  );
}

function isFromDevice(data: unknown): boolean {
  return typeof data === "object" && data !== null && "readAt" in data;
}
