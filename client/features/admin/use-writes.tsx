import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useMemo } from "react";
import type {
  BulkAnswer,
  ImportAnswer,
  TablePage,
  TableRow,
} from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import type { Written } from "./calls.ts";
import { sendWrite, type Write } from "./write.ts";
import { ApiError } from "../../lib/answer.ts";
import { useAsk } from "./dialog.tsx";
import { findOfferWarnings } from "./offer-check.ts";
import { useToasts } from "./toasts.tsx";
import { createWriteKeys } from "./write-keys.ts";

type Results = {
  create: TableRow;
  update: TableRow;
  delete: { success: boolean };
  action: TableRow;
  bulk: BulkAnswer;
  import: ImportAnswer;
  undo: { changed: number };
};

export type Writes = {
  /**
   * Does a write, reads again what is shown, and says `done` with an offer to undo it. Rejects with an
   * ApiError that says why not; the same write, sent again after a lost connection, happens once.
   */
  write: <Kind extends Write["kind"]>(
    write: Extract<Write, { kind: Kind }>,
    done?: string,
  ) => Promise<Written<Results[Kind]>>;
};

const Context = createContext<Writes | undefined>(undefined);

/** All writes of the admin go through here. */
export function useWrites(): Writes {
  const writes = use(Context);
  if (!writes) throw new Error("A part of the admin is shown outside of it.");
  return writes;
}

export function WritesProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { show } = useToasts();
  const ask = useAsk();
  const writes = useMemo(() => createWrites({ client, show, ask }), [client, show, ask]);
  return <Context value={writes}>{children}</Context>;
}

type Parts = {
  client: QueryClient;
  show: ReturnType<typeof useToasts>["show"];
  ask: ReturnType<typeof useAsk>;
};

function createWrites({ client, show, ask }: Parts): Writes {
  const keys = createWriteKeys();

  const write: Writes["write"] = async (wanted, done) => {
    await confirmOffers(wanted);
    const sent = await keys.send(wanted, (key) => sendWrite(wanted, { key }));
    if ("table" in wanted && isRow(sent.result)) layIn(client, wanted.table, sent.result);
    void readAgain(client);
    const { changeSet } = sent;
    if (done) show({ text: done, ...(changeSet !== null && { undo: () => undo(changeSet) }) });
    return sent as never;
  };

  /** Says before a write what it would take from the offers; one that is not wanted rejects with that. */
  const confirmOffers = async (wanted: Write) => {
    const [text, ...more] = await findOfferWarnings(wanted);
    if (text === undefined) return;
    const { offers } = adminWords;
    const sure = await ask({
      title: offers.title,
      text: [text, ...more].join(" "),
      yes: offers.yes,
      danger: true,
    });
    if (!sure) throw new ApiError(text);
  };

  /** A write of its own, which can't be taken for the first. */
  const undo = async (changeSet: number) => {
    try {
      await write({ kind: "undo", changeSet }, adminWords.done.undone);
    } catch (error) {
      show({ text: readableMessage(error), failed: true });
    }
  };

  return { write };
}

function isRow(result: unknown): result is TableRow {
  return typeof result === "object" && result !== null && "id" in result && "version" in result;
}

/** The server has answered with the row as it stands: it takes its place in what was read before. */
function layIn(client: QueryClient, table: string, row: TableRow): void {
  client.setQueriesData<TablePage>({ queryKey: ["rows", table] }, (page) => {
    if (!page?.data.some(({ id }) => id === row.id)) return page;
    return { ...page, data: page.data.map((other) => (other.id === row.id ? row : other)) };
  });
}

/** A write may show in every list: a price in the order's page, a count beside a filter. */
function readAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "schemas" });
}
