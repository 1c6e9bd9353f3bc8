import { useQuery } from "@tanstack/react-query";
import { CloudCheck } from "lucide-react";
import { outboxWords } from "../../content/admin-outbox.ts";
import { type Entry, isOpen } from "../offline/entry.ts";
import { ToolButton } from "../ui/controls.tsx";
import { schemasQuery } from "../data/queries.ts";
import { Panel, PanelRows } from "../ui/panels.tsx";
import { Screen } from "../ui/screen.tsx";
import { useAsk } from "../ui/dialog.tsx";
import { EntryCard } from "./entry-card.tsx";
import { downloadUnsent } from "./export-entries.ts";
import { useAdmin, useEntries, usePhase } from "../data/admin-context.ts";

const words = outboxWords.pending;

/** Lists queued edits; those that the user has to resolve come first. */
export function PendingScreen() {
  const entries = useEntries();
  const needs = entries.filter(({ state }) => state !== "waiting");
  const waiting = entries.filter(({ state }) => state === "waiting");
  if (entries.length === 0) return <NothingPending />;
  return (
    <Screen title={words.title} lead={<Lead />} actions={<AllActions entries={entries} />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Entries title={words.needsAttention} entries={needs} urgent />
        <Entries title={words.waiting} entries={waiting} />
      </div>
    </Screen>
  );
}

function Lead() {
  const phase = usePhase();
  return (
    <>
      <p className="max-w-prose">{words.lead}</p>
      <p role="status" className="mt-1 font-semibold text-ink empty:hidden">
        {phase === "offline" && words.offline}
      </p>
    </>
  );
}

function NothingPending() {
  return (
    <Screen title={words.title}>
      <div className="flex flex-col items-center rounded-control border border-line bg-card px-6 py-16 text-center">
        <CloudCheck aria-hidden="true" className="mb-3 size-8 text-teal" />
        <p role="status" className="text-lg font-semibold">
          {words.empty}
        </p>
        <p className="mt-1 max-w-96 text-ink-2">{words.emptyText}</p>
      </div>
    </Screen>
  );
}

function AllActions({ entries }: { entries: readonly Entry[] }) {
  const { outbox } = useAdmin();
  const ask = useAsk();
  const discardAll = async () => {
    const sure = await ask({
      title: words.confirmAll(entries.length),
      text: entries.every(isOpen) ? words.confirmText : words.confirmSent,
      yes: words.discardAll,
      danger: true,
    });
    if (sure) await Promise.all(entries.map(({ n }) => outbox.discard(n)));
  };
  return (
    <>
      <ToolButton look="plain" onClick={() => void discardAll()}>
        {words.discardAll}
      </ToolButton>
      <ToolButton onClick={() => downloadUnsent({ entries })}>{words.download}</ToolButton>
      <ToolButton look="main" onClick={outbox.wake}>
        {words.sendNow}
      </ToolButton>
    </>
  );
}

type EntriesProps = { title: string; entries: readonly Entry[]; urgent?: boolean };

function Entries({ title, entries, urgent = false }: EntriesProps) {
  const { data: schemas } = useQuery(schemasQuery);
  if (entries.length === 0) return null;
  return (
    <Panel title={title} count={entries.length} urgent={urgent}>
      <PanelRows>
        {entries.map((entry) => (
          // Resets the entry's form when its idempotency key changes.
          <EntryCard
            key={`${entry.n} ${entry.key}`}
            entry={entry}
            schema={schemas?.find(({ name }) => name === entry.table)}
          />
        ))}
      </PanelRows>
    </Panel>
  );
}
