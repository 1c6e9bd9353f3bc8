import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { adminMessages } from "../../../server/contract/admin-messages.ts";
import { adminWords } from "../../content/admin.ts";
import { schemasQuery } from "./data.ts";
import { MessageScreen } from "./desk/message-screen.tsx";
import { OrderScreen } from "./desk/order-screen.tsx";
import { NeedsPanel } from "./desk/needs-panel.tsx";
import { TableError, TableScreen } from "./table-screen.tsx";

const words = adminWords.sidebar;

/** What waits for a person, above the first table. */
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

/** The table that the address names. */
export function TableRoute() {
  const { table = "" } = useParams({ strict: false });
  const { data: schemas, error } = useQuery(schemasQuery);
  const schema = schemas?.find(({ name }) => name === table);
  if (schema) return <TableScreen key={table} schema={schema} />;
  if (error) return <TableError message={adminMessages.schemaNotLoaded} />;
  if (schemas) return <TableError message={adminMessages.schemaFailed(table)} />;
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
