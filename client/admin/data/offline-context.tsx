import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useOnRefused } from "../app/access-gate.tsx";
import { createQueryClient } from "./queries.ts";
import { useDevice } from "../pending/outbox-context.tsx";
import { type OfflineCopy, openOfflineCopy } from "./offline-copy.ts";
import { requiredContext } from "../../lib/page-context.ts";

export const [OfflineCopyContext, useOfflineCopy] = requiredContext<OfflineCopy>("useOfflineCopy");

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
    <OfflineCopyContext value={copy}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </OfflineCopyContext>
  );
}

function isFromDevice(data: unknown): boolean {
  return typeof data === "object" && data !== null && "readAt" in data;
}
