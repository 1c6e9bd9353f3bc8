import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deviceWords as words } from "../../content/admin-device.ts";
import { readableMessage } from "../../lib/answer.ts";
import { DeviceError } from "../../lib/idb.ts";
import { MOST_OFFLINE_ROWS, TableTooLarge } from "../offline/offline-tables.ts";
import { OFFLINE_COPY_KEY } from "./offline-query.ts";

/** Runs one change of the stored data at a time and refetches its facts. */
export function useOfflineChange() {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function change(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    await work().catch((error: unknown) => setProblem(problemOf(error)));
    await client.invalidateQueries({ queryKey: OFFLINE_COPY_KEY });
    setBusy(false);
  }

  async function run(work: () => Promise<void>): Promise<void> {
    if (!isBusy) await change(work);
  }

  return { run, isBusy, problem };
}

/** A checkbox that stores or removes data; it shows the wanted state while it works. */
export function useOfflineTick(isKept: boolean, keep: (isKept: boolean) => Promise<void>) {
  const { run, isBusy, problem } = useOfflineChange();
  const [wanted, setWanted] = useState(isKept);

  function onChange(): void {
    setWanted(!isKept);
    void run(() => keep(!isKept));
  }

  return { checked: isBusy ? wanted : isKept, onChange, isBusy, problem };
}

/** The error of a change. */
export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p role="alert" className="font-semibold text-danger">
      {text}
    </p>
  );
}

function problemOf(error: unknown): string {
  if (error instanceof TableTooLarge) return words.grown(MOST_OFFLINE_ROWS);
  if (error instanceof DeviceError) return words.unkept;
  return readableMessage(error);
}
