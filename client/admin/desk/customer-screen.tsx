import type { CustomerPage, CustomerSum } from "../../../server/contract/admin-answers.ts";
import type { TableRow } from "../../../server/contract/tables.ts";
import { customerWords as words } from "../../content/admin-customers.ts";
import { needsWords, orderWords } from "../../content/admin-orders.ts";
import { numberOf, textOf } from "../../lib/read-fields.ts";
import { useRowCommands } from "../actions/commands.ts";
import { customerQuery } from "../actions/order-queries.ts";
import { RowActions } from "../actions/row-actions.tsx";
import { usePendingEdits } from "../data/admin-context.ts";
import { useStored } from "../data/use-stored.tsx";
import { AsOf, type AsOfTime } from "../ui/as-of.tsx";
import { Amount, EmailTools, Pair, Panel, PanelRows, StateMark, Time } from "../ui/panels.tsx";
import { LoadedScreen, Screen, ScreenLink } from "../ui/screen.tsx";
import { useTimes } from "../ui/times.ts";
import { filteredPath, orderPath, rowPath } from "../url/screen-paths.ts";
import { useNow } from "./deadline.tsx";
import { MessageRows } from "./message-screen.tsx";
import { MailsPanel, NotesPanel } from "./order-panels.tsx";
import { OrderRows } from "./order-rows.tsx";
import { accessOf, sortNotes, wordFor } from "./order-rules.ts";

const TRAIL = <ScreenLink path={{ to: "/tables/users" }}>{words.all}</ScreenLink>;
const COLUMN = "grid grid-cols-[minmax(0,1fr)] gap-4";
const COLUMNS = `${COLUMN} items-start @3xl:grid-cols-[minmax(0,1fr)_20rem]`;

/** A customer with orders, products, mails and messages. `id` is that of `customerQuery`. */
export function CustomerScreen({ id }: { id: string }) {
  return (
    <LoadedScreen query={useStored(customerQuery(id))} words={words} trail={TRAIL}>
      {(page, asOf) => <CustomerBody page={page} asOf={asOf} />}
    </LoadedScreen>
  );
}

type CustomerBodyProps = { page: CustomerPage; asOf: AsOfTime | undefined };

function CustomerBody({ page, asOf }: CustomerBodyProps) {
  const { emails, orders, items, held, notes, messages, mails } = page;
  const { withEdits } = usePendingEdits("users");
  const account = page.account && withEdits(page.account);
  const { open, settled } = sortNotes(notes.rows);
  const newest = orders.rows.find((order) => order["status"] === "paid");
  useRowCommands("orders", newest, orderWords.title(textOf(newest?.["number"])));
  return (
    <Screen
      trail={TRAIL}
      title={nameOf(account, page)}
      lead={<AsOf of={asOf} isPartial={emails.length === 0} />}
    >
      <div className={COLUMN}>
        {open.length > 0 && <NotesPanel rows={open} orders={notes.orders} isOpen />}
        <div className={COLUMNS}>
          <PersonPanel page={page} account={account} />
          <MoneyPanel sums={page.sums} />
        </div>
        <div className={COLUMNS}>
          <div className={COLUMN}>
            <Panel title={words.orders} count={orders.total}>
              <OrderRows orders={orders.rows} items={items} empty={words.noOrders} withActions />
              <AllInTable list={orders} table="orders" column="email" values={emails} />
            </Panel>
            <HeldPanel held={held} />
            <MailsPanel
              rows={mails.rows}
              total={mails.total}
              aside={mails.undelivered > 0 && words.undelivered(mails.undelivered)}
            >
              <AllInTable list={mails} table="emails" column="recipient" values={emails} />
            </MailsPanel>
          </div>
          <div className={COLUMN}>
            <Panel title={words.messages} count={messages.total}>
              <MessageRows rows={messages.rows} empty={words.noMessages} />
              <AllInTable
                list={messages}
                table="contact_submissions"
                column="email"
                values={emails}
              />
            </Panel>
            {settled.length > 0 && (
              <NotesPanel rows={settled} orders={notes.orders} isOpen={false} />
            )}
            {notes.total > notes.rows.length && (
              <p className="px-4 text-ink-2">{needsWords.more(notes.total - notes.rows.length)}</p>
            )}
          </div>
        </div>
      </div>
    </Screen>
  );
}

/** The name given in the account, an order or a message, else the email. */
function nameOf(account: TableRow | null, { emails, orders, messages }: CustomerPage): string {
  const names = [
    account?.["name"],
    // The name in a gift is its giver's.
    ...orders.rows.map((order) => (order["gift_to"] ? "" : order["customer_name"])),
    ...messages.rows.map((message) => message["name"]),
  ];
  return textOf(names.find((name) => textOf(name) !== "")) || (emails[0] ?? words.title);
}

type PersonPanelProps = { page: CustomerPage; account: TableRow | null };

function PersonPanel({ page, account }: PersonPanelProps) {
  const { emails, codes, orders, otherAccounts, sessions } = page;
  const deletions = orders.rows.map((order) => textOf(order["account_deleted_at"]));
  const deletedAt = account ? undefined : deletions.find(Boolean);
  return (
    <Panel title={words.title}>
      <dl className="px-4 py-2">
        {emails.map((email) => (
          <Pair key={email} name={orderWords.email}>
            <EmailTools email={email} subject="" />
          </Pair>
        ))}
        <Pair name={deletedAt ? words.deleted : orderWords.account}>
          {account && (
            <ScreenLink path={{ to: "/tables/users", search: { id: String(account.id) } }}>
              {orderWords.user(account.id)}
            </ScreenLink>
          )}
          {!account && (deletedAt ? <Time at={deletedAt} /> : words.noAccount)}
        </Pair>
        {account && (
          <>
            <Pair name={words.since}>
              <Time at={textOf(account["created_at"])} format="dayOf" />
            </Pair>
            <Pair name={words.signedIn}>{words.browsers(sessions)}</Pair>
          </>
        )}
        {codes.length > 0 && (
          <Pair name={words.codes}>
            <span className="min-w-0 wrap-anywhere">
              {codes.map(({ code, orders }) => words.code(code, orders)).join(", ")}
            </span>
          </Pair>
        )}
        {otherAccounts.map(({ account: other, link }) => (
          <Pair key={other.id} name={words.others}>
            <span className="min-w-0 wrap-anywhere">
              <ScreenLink path={rowPath({ table: "users", id: other.id })}>
                {textOf(other["email"]) || orderWords.user(other.id)}
              </ScreenLink>{" "}
              <span className="text-ink-2">({words.links[link]})</span>
            </span>
          </Pair>
        ))}
      </dl>
    </Panel>
  );
}

function MoneyPanel({ sums }: { sums: readonly CustomerSum[] }) {
  return (
    <Panel title={orderWords.money}>
      {sums.length === 0 && <p className="px-4 py-3 text-ink-2">{words.nothingPaid}</p>}
      {sums.map(({ currency, orders, renewals, paid, refunded }) => (
        <dl key={currency} className="border-line px-4 py-2.5 not-first-of-type:border-t">
          {[
            { name: orderWords.paid, note: words.payments(orders, renewals), amount: paid },
            ...(refunded === 0
              ? []
              : [
                  { name: orderWords.refunded, note: "", amount: -refunded },
                  { name: words.rest, note: "", amount: paid - refunded },
                ]),
          ].map(({ name, note, amount }) => (
            <div
              key={name}
              className="flex min-h-8 items-center justify-between gap-4 last:font-semibold"
            >
              <dt>
                {name} <span className="font-normal text-ink-2">{note}</span>
              </dt>
              <dd>
                <Amount amount={amount} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </Panel>
  );
}

/** Products that the customer can open, each with its license and files. */
function HeldPanel({ held }: Pick<CustomerPage, "held">) {
  const now = useNow();
  const times = useTimes();
  return (
    <Panel title={words.held} count={held.length}>
      <PanelRows empty={words.nothingHeld}>
        {held.map(({ item, files }) => (
          <li
            key={item.id}
            className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-2 pl-4"
          >
            <div className="min-w-0 flex-1 basis-full wrap-anywhere @md:basis-40">
              <p>
                <ScreenLink path={orderPath(numberOf(item["order_id"]))}>
                  {textOf(item["name"])}
                </ScreenLink>
              </p>
              <p className="text-ink-2">{wordFor(words.licences, item["licence"])}</p>
              {files.length > 0 && (
                <details>
                  <summary className="min-h-6 cursor-pointer text-ink-2">
                    {words.files(files.length)}
                  </summary>
                  <ul className="list-disc pl-4">
                    {files.map((file) => (
                      <li key={file}>{file}</li>
                    ))}
                  </ul>
                </details>
              )}
            </div>
            <span className="flex-1 @md:flex-none">
              <StateMark state={accessOf(item, now, times)} />
            </span>
            <RowActions table="order_items" row={item} label={textOf(item["name"])} />
          </li>
        ))}
      </PanelRows>
    </Panel>
  );
}

type AllInTableProps = {
  list: { total: number; rows: readonly TableRow[] };
  table: string;
  column: string;
  values: readonly string[];
};

/** Link to the table with all rows of a list that shows only the newest. */
function AllInTable({ list: { total, rows }, table, column, values }: AllInTableProps) {
  if (total <= rows.length || values.length === 0) return null;
  return (
    <p className="border-t border-line px-4 py-2.5">
      <ScreenLink path={filteredPath(table, { column, values })}>{words.showAll}</ScreenLink>
    </p>
  );
}
