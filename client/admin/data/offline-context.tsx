import { QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { useOnRefused } from "../app/access-gate.tsx";
import { createQueryClient } from "./queries.ts";
import { useDevice } from "../pending/outbox-context.tsx";
import { type OfflineCopy, openOfflineCopy } from "./offline-copy.ts";

const Context = createContext<OfflineCopy | undefined>(undefined);

/** What this device keeps for reading. */
export function useOfflineCopy(): OfflineCopy {
  const kept = use(Context);
  if (!kept) throw new Error("A part of the admin is shown outside of it.");
  return kept;
}

/**
 * Lets the screens read: from the store, and from this device without it. When the store answers again,
 * what the device gave is read anew.
 */
export function OfflineProvider({ children }: { children: ReactNode }) {
  const { storage, outbox } = useDevice();
  const onError = useOnRefused();
  const [kept] = useState(() => openOfflineCopy(storage));
  const [client] = useState(() => createQueryClient(kept.reads, onError));
  useEffect(() => kept.open(), [kept]);
  useEffect(() => {
    const { reads } = kept;
    return reads.onBack(() => {
      outbox.wake();
      const isSchemas = reads.areSchemasFromDevice();
      void client.invalidateQueries({
        predicate: ({ queryKey, state }) =>
          state.error !== null ||
          (queryKey[0] === "schemas" ? isSchemas : isFromDevice(state.data)),
      });
    });
  }, [client, kept, outbox]);
  return (
    <Context value={kept}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Context>
  );
}

function isFromDevice(data: unknown): boolean {
  return typeof data === "object" && data !== null && "readAt" in data;
}
