import { useMemo, useSyncExternalStore } from "react";
import type { DeviceReason } from "../../device/idb.ts";
import type { Draft } from "../offline/database.ts";
import type { Entry } from "../offline/entry.ts";
import type { Outbox } from "../offline/outbox.ts";
import { type PendingEdits, pendingEditsOf } from "../offline/pending-edits.ts";
import type { Admin } from "./open-admin.ts";
import { requiredContext } from "../../lib/page-context.ts";

export const [AdminContext, useAdmin] = requiredContext<Admin>("useAdmin");

export function useEntries(): readonly Entry[] {
  const { outbox } = useAdmin();
  return useSyncExternalStore(outbox.subscribe, outbox.entries);
}

/** Returns how the last outbox run ended: idle, offline, signed out or forbidden. */
export function usePhase(): ReturnType<Outbox["phase"]> {
  const { outbox } = useAdmin();
  return useSyncExternalStore(outbox.subscribe, outbox.phase);
}

/** Returns why this device cannot store or read data; undefined when it can. */
export function useTrouble(): DeviceReason | undefined {
  const { outbox, storageProblem } = useAdmin();
  return useSyncExternalStore(outbox.subscribe, outbox.trouble) ?? storageProblem;
}

/** The unfinished drafts of a table, newest first. */
export function useUnfinished(table: string): readonly Draft[] {
  const { drafts } = useAdmin();
  const all = useSyncExternalStore(drafts.subscribe, drafts.unfinished);
  return useMemo(() => all.filter((draft) => draft.table === table), [all, table]);
}

export function usePendingEdits(table: string): PendingEdits {
  const entries = useEntries();
  return useMemo(() => pendingEditsOf(entries, table), [entries, table]);
}
