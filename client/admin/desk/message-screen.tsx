import { useQuery } from "@tanstack/react-query";
import type { TableRow } from "../../../server/contract/tables.ts";
import { deskWords } from "../../content/admin-orders.ts";
import { AsOf } from "../data/as-of.tsx";
import { ActionForm } from "./action-form.tsx";
import { usePendingEdits } from "../pending/outbox-context.tsx";
import { useRowCommands } from "../app/palette/use-row-commands.ts";
import { rowQuery, rowsOfEmailQuery, useActions } from "./order-queries.ts";
import { textOf, wordFor } from "./order-rules.ts";
import { OrderFinder } from "./order-finder.tsx";
import { OrderRows } from "./order-parts.tsx";
import { Panel, PanelRows, Screen, StateMark, Time, ScreenLink } from "./panels.tsx";
import { NEEDS_PATH, rowPath } from "./screen-paths.ts";
import { RowActions } from "./row-actions.tsx";
import { ScreenFailed, ScreenLoading } from "./screen.tsx";
import { useAction } from "./use-action.ts";
import { SenderPanel } from "./sender-panel.tsx";
import type { TableAction } from "../../../server/contract/tables.ts";

const words = deskWords.message;
const TABLE = "contact_submissions";
const TRAIL = <ScreenLink path={NEEDS_PATH}>{deskWords.needs.title}</ScreenLink>;

/** The action of a message that stands on its page as a form: the one that writes back. */
const ANSWER = "answer";

/** A message of the contact form, who sent it and what they have bought, and the answer to it. */
export function MessageScreen({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useQuery(rowQuery(TABLE, id));
  const { withEdits } = usePendingEdits(TABLE);
  if (data?.row) return <MessageBody message={withEdits(data.row)} readAt={data.readAt} />;
  if (isPending) return <ScreenLoading label={words.loading} />;
  const gone = new Error(words.gone);
  return (
    <ScreenFailed
      trail={TRAIL}
      heading={words.failed}
      error={error ?? gone}
      onRetry={() => void refetch()}
    />
  );
}

type MessageBodyProps = { message: TableRow; readAt: number | undefined };

function MessageBody({ message, readAt }: MessageBodyProps) {
  useRowCommands(TABLE, message);
  const name = textOf(message["name"]);
  const email = textOf(message["email"]);
  const answer = useActions(TABLE).find(({ name }) => name === ANSWER);
  return (
    <Screen
      trail={TRAIL}
      title={words.title(name)}
      mark={<StateMark state={messageStateOf(message)} />}
      lead={<AsOf readAt={readAt} isPartial={message["message"] === undefined} />}
      actions={
        <RowActions
          table={TABLE}
          row={message}
          label={words.title(name)}
          buttons={1}
          only={({ name }) => name !== ANSWER}
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
          <GivenAnswer message={message} />
          {answer && <AnswerPanel key={message.version} message={message} action={answer} />}
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

function messageStateOf({ status }: TableRow) {
  const text = wordFor(words.statuses, status);
  return { text, tone: status === "new" ? ("bad" as const) : ("plain" as const) };
}

/** As it was typed: it is never markup. */
function MessageText({ text }: { text: string }) {
  return <p className="max-w-[72ch] px-4 py-3 text-sm whitespace-pre-wrap wrap-anywhere">{text}</p>;
}

function GivenAnswer({ message }: { message: TableRow }) {
  const answer = textOf(message["answer"]);
  const at = textOf(message["answered_at"]);
  if (!answer) return null;
  return (
    <Panel title={words.yourAnswer} aside={at && <Time at={at} />}>
      <MessageText text={answer} />
    </Panel>
  );
}

function AnswerPanel({ message, action }: { message: TableRow; action: TableAction }) {
  const run = useAction({ job: { table: TABLE, row: message, action }, onDone: () => {} });
  return (
    <Panel title={words.answer}>
      <ActionForm action={action} run={run} />
    </Panel>
  );
}

/** What the sender has bought; people also write from another email than they buy with. */
function SenderOrders({ email }: { email: string }) {
  const { data } = useQuery(rowsOfEmailQuery("orders", email));
  return (
    <Panel title={words.orders} count={data?.total}>
      {data && <OrderRows orders={data.data} empty={words.noOrders} />}
      <OrderFinder />
    </Panel>
  );
}

function OtherMessages({ email, id }: { email: string; id: number }) {
  const { data } = useQuery(rowsOfEmailQuery(TABLE, email));
  const others = data?.data.filter((other) => other.id !== id) ?? [];
  return (
    <Panel title={words.before} count={data && others.length}>
      <PanelRows empty={words.noBefore}>
        {others.map((other) => (
          <li key={other.id} className="px-4 py-2">
            <p className="flex gap-3">
              <span className="min-w-0 flex-1 truncate">
                <ScreenLink path={rowPath({ table: TABLE, id: other.id })}>
                  {textOf(other["subject"]) || words.noSubject}
                </ScreenLink>
              </span>
              <span className="shrink-0 text-ink-2">
                <Time at={textOf(other["created_at"])} />
              </span>
            </p>
            <p className="line-clamp-2 wrap-anywhere text-ink-2">{textOf(other["message"])}</p>
            {other["answer"] && (
              <p className="mt-1 line-clamp-3 border-l-2 border-teal pl-2 wrap-anywhere">
                {textOf(other["answer"])}
              </p>
            )}
          </li>
        ))}
      </PanelRows>
    </Panel>
  );
}
