import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { formatBytes } from "../../../server/contract/files.ts";
import { deviceWords as words } from "../../content/admin-device.ts";
import { useAdmin } from "../data/admin-context.ts";
import { ToolButton } from "../ui/controls.tsx";
import { useAsk } from "../ui/dialog.tsx";
import { useTimes } from "../ui/times.ts";
import { tableLabel } from "../data/row-texts.ts";
import { useToasts } from "../ui/toasts.tsx";
import { useSchemas } from "../data/queries.ts";
import { bytesOf, type QueryDisk } from "../data/query-disk.ts";
import type { LocalTable } from "../data/local-table.ts";
import { useStored } from "../data/use-stored.tsx";
import { Panel } from "../ui/panels.tsx";
import { LoadedScreen, Screen } from "../ui/screen.tsx";

const DEVICE_KEY = ["device"];

/** Screen for the data stored on this device and its settings. */
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
  const stored = (await disk.listStored()).map(({ key, value, readAt }) => {
    const [kind, name = ""] = JSON.parse(key) as string[];
    const count = kind === "table" ? (value as LocalTable)?.rows.length : 1;
    return { kind, name, count, readAt, bytes: bytesOf({ value }) };
  });
  return {
    tables: stored.filter(({ kind, count }) => kind === "table" && count !== undefined),
    screens: stored.filter(({ kind }) => kind !== "table"),
    isPrivateStored: await disk.readsPrivate(),
    // Missing in old browsers.
    isPromised: await navigator.storage?.persisted?.(),
  };
}

/** Mutation of stored data; refreshes this screen afterwards. */
function useDeviceChange<Input = void>(change: (input: Input) => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: DEVICE_KEY }),
  });
}

/** Lists the tables stored whole on this device. */
function TablesPanel({ tables }: Pick<DeviceFacts, "tables">) {
  const schemas = useSchemas();
  const { hourOrTimeOf } = useTimes();
  return (
    <Panel title={words.tables}>
      <p className="max-w-prose px-4 py-3 text-ink-2">{words.tablesText}</p>
      <ul className="divide-y divide-line border-t border-line">
        {tables.length === 0 && <li className="px-4 py-2.5 text-ink-2">{words.noTables}</li>}
        {tables.map(({ name, count = 0, readAt, bytes }) => {
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

/** Checkbox that stores or removes personal details; shows the requested state while pending. */
function PersonalPanel({ isStored }: { isStored: boolean }) {
  const { disk } = useAdmin();
  const client = useQueryClient();
  const store = useDeviceChange((isWanted: boolean) => disk.storePrivate(isWanted, client));
  const id = useId();
  return (
    <Panel title={words.personal}>
      <Text isFailed={store.isError}>
        <label className="flex min-h-9 w-fit items-center gap-2.5 font-semibold">
          <input
            type="checkbox"
            checked={store.isPending ? store.variables : isStored}
            onChange={() => store.isPending || store.mutate(!isStored)}
            aria-disabled={store.isPending}
            aria-describedby={id}
            className="size-4.5 accent-teal"
          />
          {words.keepPersonal}
        </label>
        <p id={id} className="text-ink-2">
          {words.personalText}
        </p>
      </Text>
    </Panel>
  );
}

function AllPanel({ facts: { tables, screens } }: { facts: DeviceFacts }) {
  const { disk } = useAdmin();
  const client = useQueryClient();
  const ask = useAsk();
  const { show } = useToasts();
  const isEmpty = screens.length + tables.length === 0;
  const sizeOf = (stored: DeviceFacts["tables"]) =>
    formatBytes(stored.reduce((sum, { bytes }) => sum + bytes, 0));
  const remove = useDeviceChange(async () => {
    const { remove: title, removeText: text, removeYes: yes } = words;
    if (!(await ask({ title, text, yes, danger: true }))) return;
    await disk.clear();
    client.removeQueries({ type: "inactive" });
    show({ text: words.removed });
  });
  return (
    <Panel title={words.all}>
      <Text isFailed={remove.isError}>
        <p className="tabular-nums">
          {isEmpty
            ? words.nothing
            : words.amount(screens.length, sizeOf(screens), tables.length, sizeOf(tables))}
        </p>
        <ToolButton className="w-fit" disabled={isEmpty} onClick={() => remove.mutate()}>
          {words.remove}
        </ToolButton>
      </Text>
    </Panel>
  );
}

function HonestPanel({ isPromised }: { isPromised: boolean | undefined }) {
  const persist = useMutation({ mutationFn: () => navigator.storage.persist() });
  const isKept = isPromised || persist.data;
  return (
    <Panel title={words.honest}>
      <Text>
        <p>{words.notEncrypted}</p>
        <p>{words.erased}</p>
        <p className="font-semibold">{isKept ? words.promised : words.notPromised}</p>
        {isKept === false && (
          <ToolButton className="w-fit" onClick={() => persist.mutate()}>
            {words.ask}
          </ToolButton>
        )}
        <p role="status" className="text-ink-2 empty:hidden">
          {persist.data === false && words.refused}
        </p>
      </Text>
    </Panel>
  );
}

function Text({ isFailed = false, children }: { isFailed?: boolean; children: ReactNode }) {
  return (
    <div className="grid max-w-prose gap-2.5 px-4 py-3">
      {children}
      {isFailed && (
        <p role="alert" className="font-semibold text-danger">
          {words.unkept}
        </p>
      )}
    </div>
  );
}
