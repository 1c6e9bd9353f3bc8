import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import type { TableAction, TableRow } from "../../../server/contract/tables.ts";
import { customerWords } from "../../content/admin-customers.ts";
import { messageWords as words, needsWords, orderWords } from "../../content/admin-orders.ts";
import { ApiError } from "../../lib/answer.ts";
import { textOf } from "../../lib/read-fields.ts";
import { INPUT } from "../ui/controls.tsx";
import { useRowCommands } from "../actions/commands.ts";
import { useRows } from "../data/queries.ts";
import { AsOf, type AsOfTime } from "../ui/as-of.tsx";
import { usePendingEdits } from "../data/admin-context.ts";
import { ActionForm, useAction } from "../actions/actions.tsx";
import { OrderRows } from "./order-rows.tsx";
import { searchByEmail, searchQuery, useActions } from "../actions/order-queries.ts";
import { stateOf } from "./order-rules.ts";
import { EmailTools, Pair, Panel, PanelRows, StateMark, Time } from "../ui/panels.tsx";
import { RowActions } from "../actions/row-actions.tsx";
import { LoadedScreen, Screen, ScreenLink } from "../ui/screen.tsx";
import { NEEDS_PATH, orderPath, rowPath, senderPath } from "../url/screen-paths.ts";

const TABLE = "contact_submissions";
const TRAIL = <ScreenLink path={NEEDS_PATH}>{needsWords.title}</ScreenLink>;

/** Name of the action shown inline as the reply form. */
const ANSWER = "answer";

/** Contact message with the sender's orders and the reply form. */
export function MessageScreen({ id }: { id: number }) {
  const { data, error, ...query } = useRows(TABLE, { id: String(id) });
  const row = data?.data[0];
  const problem = data && !row ? new ApiError(words.gone) : error;
  return (
    <LoadedScreen query={{ ...query, data: row, error: problem }} words={words} trail={TRAIL}>
      {(row, asOf) => <MessageBody row={row} asOf={asOf} />}
    </LoadedScreen>
  );
}

type MessageBodyProps = { row: TableRow; asOf: AsOfTime | undefined };

function MessageBody({ row, asOf }: MessageBodyProps) {
  const message = usePendingEdits(TABLE).withEdits(row);
  useRowCommands(TABLE, message);
  const title = words.title(textOf(message["name"]));
  const email = textOf(message["email"]);
  const answer = textOf(message["answer"]);
  const answeredAt = textOf(message["answered_at"]);
  const action = useActions(TABLE).find(({ name }) => name === ANSWER);
  return (
    <Screen
      trail={TRAIL}
      title={title}
      mark={<StateMark state={stateOf("messages", message)} />}
      lead={<AsOf of={asOf} isPartial={message["message"] === undefined} />}
      actions={
        <RowActions
          table={TABLE}
          row={message}
          label={title}
          buttons={1}
          filter={({ name }) => name !== ANSWER}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @3xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Panel
            title={textOf(message["subject"]) || words.noSubject}
            aside={<Time at={textOf(message["created_at"])} />}
          >
            <MessageText text={textOf(message["message"])} />
          </Panel>
          {answer && (
            <Panel title={words.yourAnswer} aside={answeredAt && <Time at={answeredAt} />}>
              <MessageText text={answer} />
            </Panel>
          )}
          {action && <AnswerPanel key={message.version} message={message} action={action} />}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <SenderPanel message={message} />
          <SenderOrders email={email} />
          <OtherMessages email={email} id={message.id} />
        </div>
      </div>
    </Screen>
  );
}

function MessageText({ text }: { text: string }) {
  return <p className="max-w-[72ch] px-4 py-3 text-sm whitespace-pre-wrap wrap-anywhere">{text}</p>;
}

function AnswerPanel({ message, action }: { message: TableRow; action: TableAction }) {
  const run = useAction({ table: TABLE, row: message, action }, () => {});
  return (
    <Panel title={words.answer}>
      <ActionForm action={action} run={run} />
    </Panel>
  );
}

function SenderPanel({ message }: { message: TableRow }) {
  const { device_type: type, browser_language: language } = message;
  const device = [type, language].filter(Boolean).join(", ");
  return (
    <Panel title={words.sender}>
      <dl className="px-4 py-2 [&_dt]:w-20">
        <Pair name={orderWords.name}>{textOf(message["name"])}</Pair>
        <Pair name={orderWords.email}>
          <EmailTools
            email={textOf(message["email"])}
            subject={words.reply(textOf(message["subject"]))}
          />
        </Pair>
        <Pair name={customerWords.title}>
          <ScreenLink path={senderPath(message)}>{customerWords.open}</ScreenLink>
        </Pair>
        {device && (
          <Pair name={words.device}>
            <span className="min-w-0 wrap-anywhere">{device}</span>
          </Pair>
        )}
      </dl>
    </Panel>
  );
}

/** Orders with the sender's email address, and a search for other orders. */
function SenderOrders({ email }: { email: string }) {
  const { data } = useRows("orders", searchByEmail(email), { enabled: email !== "" });
  return (
    <Panel title={words.orders} count={data?.total}>
      {data && <OrderRows orders={data.data} empty={words.noOrders} />}
      <OrderFinder />
    </Panel>
  );
}

function OrderFinder() {
  const id = useId();
  const [text, setText] = useState("");
  const { data } = useQuery(searchQuery(useDeferredValue(text.trim())));
  const orders = data?.filter(({ table }) => table === "orders");
  return (
    <div className="border-t border-line px-4 py-2.5">
      <label htmlFor={id} className="text-ink-2">
        {words.findOrders}
      </label>
      <input
        id={id}
        type="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
        className={`mt-1 block ${INPUT}`}
      />
      <div role="status">
        {orders?.length === 0 && <p className="mt-2 text-ink-2">{words.nothingFound}</p>}
      </div>
      <ul className="mt-2 grid gap-1 empty:hidden">
        {orders?.map((order) => (
          <li key={order.id} className="wrap-anywhere">
            <ScreenLink path={orderPath(order.id)}>{order.title}</ScreenLink>{" "}
            <span className="text-ink-2">{order.detail}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function OtherMessages({ email, id }: { email: string; id: number }) {
  const { data } = useRows(TABLE, searchByEmail(email), { enabled: email !== "" });
  const others = data?.data.filter((other) => other.id !== id) ?? [];
  return (
    <Panel title={words.before} count={data && others.length}>
      <MessageRows rows={others} empty={words.noBefore} />
    </Panel>
  );
}

/** Messages as links to their screens, with the beginning of their texts. */
export function MessageRows({ rows, empty }: { rows: readonly TableRow[]; empty: string }) {
  return (
    <PanelRows empty={empty}>
      {rows.map((message) => (
        <li key={message.id} className="px-4 py-2">
          <p className="flex gap-3">
            <span className="min-w-0 flex-1 truncate">
              <ScreenLink path={rowPath({ table: TABLE, id: message.id })}>
                {textOf(message["subject"]) || words.noSubject}
              </ScreenLink>
            </span>
            <span className="shrink-0 text-ink-2">
              <Time at={textOf(message["created_at"])} />
            </span>
          </p>
          <p className="line-clamp-2 wrap-anywhere text-ink-2">{textOf(message["message"])}</p>
          {message["answer"] && (
            <p className="mt-1 line-clamp-3 border-l-2 border-teal pl-2 wrap-anywhere">
              {textOf(message["answer"])}
            </p>
          )}
        </li>
      ))}
    </PanelRows>
  );
}
