import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { DeviceError, type DeviceReason } from "../../lib/idb.ts";
import { type AdminStorage, adminDatabase, type Draft } from "../offline/database.ts";
import { type Drafts, openDrafts } from "../offline/drafts.ts";
import type { Entry } from "../offline/entry.ts";
import { openOutbox } from "../offline/open-outbox.ts";
import type { Outbox } from "../offline/outbox.ts";
import { type PendingEdits, pendingEditsOf } from "../offline/pending-edits.ts";
import { noteSeen, type ForeignData, clearForeignData } from "../offline/foreign-data.ts";
import { userKeyOf } from "../../pwa/library/database.ts";
import { useAdmin } from "../app/admin-context.ts";
import { sendAs } from "./send-entry.ts";
import { requiredContext } from "../../lib/page-context.ts";

type Device = {
  storage: AdminStorage;
  outbox: Outbox;
  drafts: Drafts;
  /** Why this device cannot store data; undefined when it can. */
  storageProblem: DeviceReason | undefined;
  foreignData: Promise<ForeignData>;
};

const NOTHING: ForeignData = { edits: 0, drafts: 0 };

export const [DeviceContext, useDevice] = requiredContext<Device>("useDevice");

/** Opens the administrator's database and starts sending the outbox. */
export function OutboxProvider({ children }: { children: ReactNode }) {
  const { user } = useAdmin();
  const [device, setDevice] = useState<Device>();
  useEffect(() => {
    const storage = adminDatabase(userKeyOf(user.id));
    const opening = openDevice(storage, user.id);
    void opening.then(setDevice, reportError);
    return () => {
      void opening
        .then(({ outbox, drafts }) => {
          outbox.close();
          drafts.close();
        })
        .finally(storage.close);
    };
  }, [user.id]);
  return device && <DeviceContext value={device}>{children}</DeviceContext>;
}

async function openDevice(storage: AdminStorage, userId: number): Promise<Device> {
  const storageProblem = await storage
    .use(async () => undefined)
    .catch((error: unknown) => {
      if (error instanceof DeviceError) return error.reason;
      throw error;
    });
  void noteSeen(storage).catch(() => {});
  const outbox = openOutbox(storageProblem ? undefined : storage, sendAs(userId));
  const drafts = openDrafts(storage);
  await Promise.all([outbox.start(), drafts.refresh()]);
  const foreignData = clearForeignData(userKeyOf(userId)).catch(() => NOTHING);
  return { storage, outbox, drafts, storageProblem, foreignData };
}

export function useEntries(): readonly Entry[] {
  const { outbox } = useDevice();
  return useSyncExternalStore(outbox.subscribe, outbox.entries);
}

/** How sending ended last. */
export function usePhase(): ReturnType<Outbox["phase"]> {
  const { outbox } = useDevice();
  return useSyncExternalStore(outbox.subscribe, outbox.phase);
}

/** Why this device cannot store or read data. */
export function useTrouble(): DeviceReason | undefined {
  const { outbox, storageProblem } = useDevice();
  return useSyncExternalStore(outbox.subscribe, outbox.trouble) ?? storageProblem;
}

/** The unfinished drafts of a table, newest first. */
export function useUnfinished(table: string): readonly Draft[] {
  const { drafts } = useDevice();
  const all = useSyncExternalStore(drafts.subscribe, drafts.unfinished);
  return useMemo(() => all.filter((draft) => draft.table === table), [all, table]);
}

export function usePendingEdits(table: string): PendingEdits {
  const entries = useEntries();
  return useMemo(() => pendingEditsOf(entries, table), [entries, table]);
}
