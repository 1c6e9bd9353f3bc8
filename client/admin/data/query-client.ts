import { QueryCache, QueryClient, type Query, type QueryOptions } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { useAdmin } from "./admin-context.ts";
import type { Entry, Outcome } from "../offline/entry.ts";
import { isNoAnswer, isUnreachable } from "./request.ts";
import { openLive } from "./live.ts";
import { withoutPrivate } from "./private-data.ts";
import type { QueryDisk } from "./query-disk.ts";
import { putInCache, schemasQuery } from "./queries.ts";

/** Pace of change events; the delay lets a write's response and its event share one refetch. */
const NEWS_PACE = { soonMs: 250, gapMs: 1000 };
/** Pace of refetching after an outage; limits refetching while only some requests succeed. */
const BACK_PACE = { soonMs: 0, gapMs: 2000 };
const MEMORY_MS = 3_600_000;

/** Tables with changes; "all" when any may have changed. */
type TableNews = readonly { table: string }[] | "all";

/**
 * Returns the query cache, which refetches visible data after remote changes and own writes.
 * Undefined until the live feed's starting sequence is requested, so that screens do not miss
 * changes made while they load.
 */
export function useLiveClient(onRefused: (error: unknown) => void): QueryClient | undefined {
  const { storage, outbox, disk } = useAdmin();
  const onError = useEffectEvent(onRefused);
  const [client, setClient] = useState<QueryClient>();
  useEffect(() => {
    const onBack = () => {
      outbox.wake();
      live.again();
    };
    const cache = createAdminClient({ disk, onError, onBack });
    const live = openLive(storage, { onRefused: onError, onAnswer: cache.noteAnswer });
    const onSettled = (entry: Entry, outcome: Outcome) => {
      if (outcome.kind !== "done" || entry.kind === "upload") return;
      const row = entry.kind === "delete" ? undefined : outcome.row;
      putInCache(cache.client, entry.table, { id: row?.id ?? entry.row, row });
      // Effects on other tables arrive through the live feed.
      cache.addChanges([entry]);
    };
    const ends = [cache.open(), live.onNews(cache.addChanges), outbox.onSettled(onSettled)];
    void live.begin();
    live.start();
    setClient(cache.client);
    return () => {
      live.close();
      for (const end of ends) end();
    };
  }, [storage, outbox, disk]);
  return client;
}

type ClientParts = {
  disk: QueryDisk;
  onError: (error: unknown) => void;
  /** Called when the server is reachable again. */
  onBack: () => void;
};

/**
 * Creates the query cache. It contains only server data; pending edits are applied on display, so a
 * late response cannot overwrite them.
 */
export function createAdminClient({ disk, onError, onBack }: ClientParts) {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: noteAnswer,
      onError(error) {
        if (isNoAnswer(error)) isUnreachable.set(true);
        else noteAnswer();
        onError(error);
      },
    }),
    defaultOptions: {
      // Run mutations while offline, so that they fail at once instead of waiting.
      mutations: { networkMode: "always" },
      queries: {
        // Run queries while offline, because they may have a stored copy.
        networkMode: "offlineFirst",
        gcTime: MEMORY_MS,
        retry: false,
        persister: (ask, context, query) =>
          context.meta?.isStored ? disk.persister(ask, context, query) : ask(context),
      },
    },
  });
  const back = batch<undefined>(async () => {
    onBack();
    await client.invalidateQueries({ predicate: ({ state }) => isNoAnswer(state.error) });
  }, BACK_PACE);
  const changed = batch<TableNews>((news) => refetch(client, news), NEWS_PACE);

  /** Called when the server has responded to this or another tab; ends a detected outage. */
  function noteAnswer(): void {
    if (!isUnreachable.get()) return;
    isUnreachable.set(false);
    back.add(undefined);
  }

  return {
    client,
    noteAnswer,
    /** Refetches visible data affected by these changes; batches bursts into one fetch. */
    addChanges: changed.add,
    /** Starts storing results on this device; returns a function that stops it. */
    open(): () => void {
      const close = disk.open((key, data) =>
        withoutPrivate(key, data, client.getQueryData(schemasQuery.queryKey)),
      );
      return () => {
        close();
        back.stop();
        changed.stop();
      };
    },
  };
}

/** Adds the tables whose filters read a changed table. */
export function withReaders(
  changed: ReadonlySet<string>,
  schemas: readonly Pick<TableSchema, "name" | "reads">[] = [],
): ReadonlySet<string> {
  const readers = schemas.filter(({ reads }) => reads?.some((name) => changed.has(name)));
  return new Set([...changed, ...readers.map(({ name }) => name)]);
}

/** Reports whether changes to these tables can affect a query. */
export function showsChange(
  { queryKey, meta }: Pick<QueryOptions, "meta"> & Pick<Query, "queryKey">,
  changed: ReadonlySet<string> | "all",
): boolean {
  if (changed === "all") return queryKey[0] !== "schemas";
  const tables = meta?.tables ?? [];
  return tables === "any" ? changed.size > 0 : tables.some((name) => changed.has(name));
}

type BatchPace = {
  /** Delay before a run, to collect items. */
  soonMs: number;
  /** Minimum pause between two runs. */
  gapMs: number;
};

/** Collects items and runs with all of them: one run at a time, with a pause after each. */
export function batch<Item>(run: (items: Item[]) => Promise<void>, { soonMs, gapMs }: BatchPace) {
  const items: Item[] = [];
  /** Set while a run is scheduled or running, and during the pause after it. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function start(): Promise<void> {
    await run(items.splice(0)).catch(reportError);
    if (!isStopped) timer = setTimeout(rested, gapMs);
  }

  function rested(): void {
    if (items.length > 0) void start();
    else timer = undefined;
  }

  return {
    add(item: Item): void {
      items.push(item);
      timer ??= setTimeout(() => void start(), soonMs);
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Refetches affected tables in memory and other mounted queries; hidden tabs refetch later. */
async function refetch(client: QueryClient, news: readonly TableNews[]): Promise<void> {
  const isShown = document.visibilityState === "visible";
  const changed = news.flatMap((piece) => (piece === "all" ? [] : piece.map(({ table }) => table)));
  const tables = withReaders(new Set(changed), client.getQueryData(schemasQuery.queryKey));
  const isChanged = (query: Query) => showsChange(query, news.includes("all") ? "all" : tables);
  const others = (query: Query) => query.queryKey[0] !== "table" && isChanged(query);
  await Promise.all([
    client.invalidateQueries({
      queryKey: ["table"],
      predicate: isChanged,
      refetchType: isShown ? "all" : "none",
    }),
    client.invalidateQueries({ predicate: others, refetchType: isShown ? "active" : "none" }),
  ]);
}
