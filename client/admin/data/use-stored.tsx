import { type QueryKey, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { AsOfTime } from "../ui/as-of.tsx";
import { isNoAnswer, isUnreachable } from "./request.ts";
import { LATE_MS } from "./query-disk.ts";

/** Time after which a slow refetch marks data as not current. */
const REFETCH_LATE_MS = 5_000;
const STARTED_AT = Date.now();

/** Result of a query that may show a stored copy. */
export type Stored<Data> = {
  data: Data | undefined;
  /** Error of the last read; null for a connection error while data is shown. */
  error: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
  /** Age of the data; undefined if the server has confirmed it. */
  asOf: AsOfTime | undefined;
  refetch: () => void;
};

/** Reads a query and reports the age of data that the server has not confirmed. */
export function useStored<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): Stored<Data> {
  const query = useQuery(options);
  const { data, error, isPending, isPlaceholderData, dataUpdatedAt, fetchStatus } = query;
  const isRestored = dataUpdatedAt < STARTED_AT;
  const isLate = useLate(fetchStatus === "fetching", isRestored ? LATE_MS : REFETCH_LATE_MS);
  const isUnanswered = isNoAnswer(error);
  // Another read may have noticed the outage first.
  const isOffline =
    useSyncExternalStore(isUnreachable.subscribe, isUnreachable.get) || isUnanswered;
  const isRefused = error !== null && !isUnanswered && isRestored;
  const hasOld = data !== undefined && !isPlaceholderData && (isOffline || isLate);
  return {
    data: isRefused ? undefined : data,
    error: data === undefined || !isUnanswered ? error : null,
    isPending,
    isPlaceholderData,
    asOf: hasOld ? { at: dataUpdatedAt, isOffline } : undefined,
    refetch: () => void query.refetch(),
  };
}

function useLate(isWaiting: boolean, ms: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), ms);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting, ms]);
  return isLate;
}
