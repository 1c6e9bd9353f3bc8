import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { formatBytes } from "../../../server/contract/format.ts";
import { deviceWords as words } from "../../content/admin-device.ts";
import { useAdmin } from "../app/admin-context.ts";
import { ToolButton } from "../app/controls.tsx";
import { useAsk } from "../app/dialog.tsx";
import { hourOrTimeOf, tableLabel } from "../app/formats.ts";
import { useToasts } from "../app/toasts.tsx";
import { useSchemas } from "../data/queries.ts";
import { bytesOf, type QueryDisk } from "../data/query-disk.ts";
import type { LocalTable } from "../data/small-tables.ts";
import { useStored } from "../data/use-stored.ts";
import { Panel } from "../desk/panels.tsx";
import { LoadedScreen, Screen } from "../desk/screen.tsx";

const DEVICE_KEY = ["device"];

/** The data stored on this device, its safety and its settings. */
export function DeviceScreen() {
  const { disk, storageProblem } = useAdmin();
  const query = useStored({
    queryKey: DEVICE_KEY,
    queryFn: () => readFacts(disk),
    networkMode: "always",
    enabled: storageProblem === undefined,
  });
  if (storageProblem) {
    return (
      <Screen title={words.title}>
        <p role="alert">{words.unkept}</p>
      </Screen>
    );
  }
  return (
    <LoadedScreen query={query} words={words}>
      {(facts) => (
        <Screen title={words.title} lead={words.lead}>
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
            <TablesPanel tables={facts.tables} />
            <PersonalPanel isStored={facts.isPrivateStored} />
            <AllPanel facts={facts} />
            <HonestPanel isPromised={facts.isPromised} />
          </div>
        </Screen>
      )}
    </LoadedScreen>
  );
}

type DeviceFacts = Awaited<ReturnType<typeof readFacts>>;

async function readFacts(disk: QueryDisk) {
  const [stored, isPrivateStored, isPromised] = await Promise.all([
    disk.listStored(),
    disk.readsPrivate(),
    // Missing in old browsers.
    navigator.storage?.persisted?.(),
  ]);
  const tables: { name: string; count: number; readAt: number; bytes: number }[] = [];
  const screens = { count: 0, bytes: 0 };
  for (const { key, value, readAt } of stored) {
    const [kind, name = ""] = JSON.parse(key) as string[];
    const bytes = bytesOf({ value });
    if (kind !== "table") {
      screens.count += 1;
      screens.bytes += bytes;
    } else if (value) {
      const { rows } = value as NonNullable<LocalTable>;
      tables.push({ name, count: rows.length, readAt, bytes });
    }
  }
  return { tables, screens, isPrivateStored, isPromised };
}

/** The tables that are stored whole. */
function TablesPanel({ tables }: Pick<DeviceFacts, "tables">) {
  const schemas = useSchemas();
  return (
    <Panel title={words.tables}>
      <p className="max-w-prose px-4 py-3 text-ink-2">{words.tablesText}</p>
      <ul className="divide-y divide-line border-t border-line">
        {tables.length === 0 && <li className="px-4 py-2.5 text-ink-2">{words.noTables}</li>}
        {tables.map(({ name, count, readAt, bytes }) => {
          const schema = schemas.get(name);
          const time = hourOrTimeOf(new Date(readAt).toISOString());
          return (
            <li key={name} className="flex min-h-9 flex-wrap items-center gap-x-2.5 px-4 py-1.5">
              <span className="min-w-40 font-semibold">{schema ? tableLabel(schema) : name}</span>
              <span className="min-w-0 flex-1 basis-56 text-ink-2 tabular-nums">
                {words.kept(count, time, formatBytes(bytes))}
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** A checkbox that stores or removes personal details; it shows the wanted state while it works. */
function PersonalPanel({ isStored }: { isStored: boolean }) {
  const { disk } = useAdmin();
  const client = useQueryClient();
  const [wanted, setWanted] = useState<boolean>();
  const [isFailed, setFailed] = useState(false);
  const id = useId();

  async function store(isWanted: boolean): Promise<void> {
    setWanted(isWanted);
    setFailed(false);
    await disk.storePrivate(isWanted, client).catch(() => setFailed(true));
    await client.invalidateQueries({ queryKey: DEVICE_KEY });
    setWanted(undefined);
  }

  return (
    <Panel title={words.personal}>
      <Text>
        <label className="flex min-h-9 w-fit items-center gap-2.5 font-semibold">
          <input
            type="checkbox"
            checked={wanted ?? isStored}
            onChange={() => wanted === undefined && void store(!isStored)}
            aria-disabled={wanted !== undefined}
            aria-describedby={id}
            className="size-4.5 accent-teal"
          />
          {words.keepPersonal}
        </label>
        <p id={id} className="text-ink-2">
          {words.personalText}
        </p>
        {isFailed && <Problem />}
      </Text>
    </Panel>
  );
}

function AllPanel({ facts: { tables, screens } }: { facts: DeviceFacts }) {
  const { disk } = useAdmin();
  const client = useQueryClient();
  const ask = useAsk();
  const { show } = useToasts();
  const [isFailed, setFailed] = useState(false);
  const tableBytes = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const isEmpty = screens.count + tables.length === 0;

  async function remove(): Promise<void> {
    const { remove: title, removeText: text, removeYes: yes } = words;
    if (!(await ask({ title, text, yes, danger: true }))) return;
    setFailed(false);
    try {
      await disk.clear();
      client.removeQueries({ type: "inactive" });
      show({ text: words.removed });
    } catch {
      setFailed(true);
    }
    await client.invalidateQueries({ queryKey: DEVICE_KEY });
  }

  return (
    <Panel title={words.all}>
      <Text>
        <p className="tabular-nums">
          {isEmpty
            ? words.nothing
            : words.amount(
                screens.count,
                formatBytes(screens.bytes),
                tables.length,
                formatBytes(tableBytes),
              )}
        </p>
        <ToolButton className="w-fit" disabled={isEmpty} onClick={() => void remove()}>
          {words.remove}
        </ToolButton>
        {isFailed && <Problem />}
      </Text>
    </Panel>
  );
}

function HonestPanel({ isPromised }: { isPromised: boolean | undefined }) {
  const client = useQueryClient();
  const [isRefused, setRefused] = useState(false);

  async function askBrowser(): Promise<void> {
    setRefused(!(await navigator.storage.persist()));
    await client.invalidateQueries({ queryKey: DEVICE_KEY });
  }

  return (
    <Panel title={words.honest}>
      <Text>
        <p>{words.notEncrypted}</p>
        <p>{words.erased}</p>
        <p className="font-semibold">{isPromised ? words.promised : words.notPromised}</p>
        {isPromised === false && (
          <ToolButton className="w-fit" onClick={() => void askBrowser().catch(reportError)}>
            {words.ask}
          </ToolButton>
        )}
        <p role="status" className="text-ink-2 empty:hidden">
          {isRefused && words.refused}
        </p>
      </Text>
    </Panel>
  );
}

function Problem() {
  return (
    <p role="alert" className="font-semibold text-danger">
      {words.unkept}
    </p>
  );
}

function Text({ children }: { children: ReactNode }) {
  return <div className="grid max-w-prose gap-2.5 px-4 py-3">{children}</div>;
}
