import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { formatBytes } from "../../../server/contract/format.ts";
import { deviceWords as words } from "../../content/admin-device.ts";
import { ToolButton } from "../app/controls.tsx";
import { Panel } from "../desk/panels.tsx";
import { LoadedScreen, Screen } from "../desk/screen.tsx";
import { useAsk } from "../app/dialog.tsx";
import { useDevice } from "./outbox-context.tsx";
import { useToasts } from "../app/toasts.tsx";
import { useOfflineCopy } from "../data/offline-context.tsx";
import {
  OFFLINE_COPY_KEY,
  type OfflineCopyFacts,
  offlineCopyQuery,
} from "../data/offline-query.ts";
import { OfflineTablesPanel } from "./offline-tables-panel.tsx";
import { Problem, useOfflineChange, useOfflineTick } from "../data/use-offline-change.tsx";

/** The data stored on this device, its safety and its settings. */
export function DeviceScreen() {
  const kept = useOfflineCopy();
  const { storageProblem } = useDevice();
  const query = useQuery({ ...offlineCopyQuery(kept), enabled: storageProblem === undefined });
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
            <OfflineTablesPanel facts={facts} />
            <PersonalPanel isKept={facts.isPrivateStored} />
            <AllPanel facts={facts} />
            <HonestPanel isPromised={facts.isPromised} />
          </div>
        </Screen>
      )}
    </LoadedScreen>
  );
}

function PersonalPanel({ isKept }: { isKept: boolean }) {
  const kept = useOfflineCopy();
  const { checked, onChange, isBusy, problem } = useOfflineTick(isKept, kept.storePrivate);
  const id = useId();
  return (
    <Panel title={words.personal}>
      <Text>
        <label className="flex min-h-9 w-fit items-center gap-2.5 font-semibold">
          <input
            type="checkbox"
            checked={checked}
            onChange={onChange}
            aria-disabled={isBusy}
            aria-describedby={id}
            className="size-4.5 accent-teal"
          />
          {words.keepPersonal}
        </label>
        <p id={id} className="text-ink-2">
          {words.personalText}
        </p>
        <Problem text={problem} />
      </Text>
    </Panel>
  );
}

function AllPanel({ facts: { tables, screens, screenBytes } }: { facts: OfflineCopyFacts }) {
  const kept = useOfflineCopy();
  const ask = useAsk();
  const { show } = useToasts();
  const { run, isBusy, problem } = useOfflineChange();
  const tableBytes = [...tables.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const isEmpty = screens + tables.size === 0;

  async function remove(): Promise<void> {
    const { remove: title, removeText: text, removeYes: yes } = words;
    if (!(await ask({ title, text, yes, danger: true }))) return;
    await kept.clear();
    show({ text: words.removed });
  }

  return (
    <Panel title={words.all}>
      <Text>
        <p className="tabular-nums">
          {isEmpty
            ? words.nothing
            : words.amount(screens, formatBytes(screenBytes), tables.size, formatBytes(tableBytes))}
        </p>
        <ToolButton className="w-fit" disabled={isEmpty || isBusy} onClick={() => void run(remove)}>
          {words.remove}
        </ToolButton>
        <Problem text={problem} />
      </Text>
    </Panel>
  );
}

function HonestPanel({ isPromised }: { isPromised: boolean | undefined }) {
  const client = useQueryClient();
  const [isRefused, setRefused] = useState(false);

  async function askBrowser(): Promise<void> {
    setRefused(!(await navigator.storage.persist()));
    await client.invalidateQueries({ queryKey: OFFLINE_COPY_KEY });
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

function Text({ children }: { children: ReactNode }) {
  return <div className="grid max-w-prose gap-2.5 px-4 py-3">{children}</div>;
}
