import { useQuery } from "@tanstack/react-query";
import { type ErrorComponentProps, Link, useParams, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { adminMessages } from "../../../server/contract/admin-messages.ts";
import { messages } from "../../../server/contract/messages.ts";
import { adminWords } from "../../content/admin.ts";
import { ApiError } from "../../lib/answer.ts";
import { ToolButton } from "./controls.tsx";
import { schemaQuery, schemasQuery } from "../data/queries.ts";
import { MessageScreen } from "../desk/message-screen.tsx";
import { OrderScreen } from "../desk/order-screen.tsx";
import { NeedsPanel } from "../desk/needs-attention.tsx";
import { TableError, TableScreen } from "../table/table-screen.tsx";

const words = adminWords.sidebar;

/** Needs attention, above the first table. */
export function HomeScreen() {
  const { data: schemas } = useQuery(schemasQuery);
  const first = schemas?.[0];
  return (
    <>
      <NeedsPanel />
      {first ? <TableScreen key={first.name} schema={first} /> : <NoTable />}
    </>
  );
}

function NoTable() {
  return (
    <section className="px-6 py-16 text-center">
      <h2 className="font-sans text-xl">{words.selectHeading}</h2>
      <p className="mt-1.5 text-ink-2">{words.selectText}</p>
    </section>
  );
}

/**
 * Screen of the table in the URL. Fetches its schema when the list of schemas does not contain it.
 */
export function TableRoute() {
  const { table = "" } = useParams({ strict: false });
  const { data: schemas, isPending } = useQuery(schemasQuery);
  const listed = schemas?.find(({ name }) => name === table);
  const { data: asked, error } = useQuery({
    ...schemaQuery(table),
    enabled: !isPending && !listed,
  });
  const schema = listed ?? asked;
  if (schema) return <TableScreen key={table} schema={schema} />;
  if (error) {
    const isReadable = error instanceof ApiError;
    return <TableError message={isReadable ? error.message : adminMessages.schemaNotLoaded} />;
  }
  return (
    <p role="status" className="px-6 py-16 text-center text-ink-2">
      {adminWords.table.loading}
    </p>
  );
}

export function OrderRoute() {
  const { id = "" } = useParams({ strict: false });
  return <OrderScreen key={id} id={Number(id)} />;
}

export function MessageRoute() {
  const { id = "" } = useParams({ strict: false });
  return <MessageScreen key={id} id={Number(id)} />;
}

export function LostScreen() {
  return (
    <section className="px-6 py-16 text-center">
      <p className="text-ink-2">{adminWords.lost}</p>
      <Link to="/" className="link mt-2 inline-block">
        {adminWords.lostLink}
      </Link>
    </section>
  );
}

/**
 * Shown when a screen throws. Its error did not come from the server, so the message is not shown.
 */
export function FailedScreen({ error, reset }: ErrorComponentProps) {
  const { invalidate } = useRouter();
  useEffect(() => reportError(error), [error]);
  const again = () => {
    reset();
    void invalidate();
  };
  return (
    <section role="alert" className="px-6 py-16 text-center">
      <p className="text-ink-2">{messages.unexpected}</p>
      <p className="mt-2 flex flex-wrap items-center justify-center gap-3">
        <ToolButton onClick={again}>{adminWords.table.retry}</ToolButton>
        <Link to="/" className="link">
          {adminWords.lostLink}
        </Link>
      </p>
    </section>
  );
}
