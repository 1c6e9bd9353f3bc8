import { formatAmount, formatDay, formatMoment } from "../../../server/contract/format.ts";
import {
  CONFIRM_FIELD,
  type WithdrawField,
  type WithdrawStart,
  withdrawFields,
} from "../../../server/contract/withdraw.ts";
import { fill } from "../../../server/contract/words.ts";
import { Button, ButtonLink, ButtonRoute } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Fact } from "../../components/fact.tsx";
import { Actions, Alert, Notice } from "../../components/notice.tsx";
import { MailLink, TextLink } from "../../components/page-link.tsx";
import { EMAIL_INPUT, TextField } from "../../components/text-field.tsx";
import { withdrawWords as words } from "../../content/withdraw.ts";
import { useSite } from "../../lib/page-context.ts";

const PATH = "/withdraw";

type Step<Name extends WithdrawStart["step"]> = Extract<WithdrawStart, { step: Name }>;

/** Withdrawal from an order in two steps, by plain forms that work without JavaScript. */
export function WithdrawPage({ start }: { start: WithdrawStart }) {
  if (start.step === "done") return <Received done={start} />;
  return (
    <div className="column py-12 lg:py-16">
      <div className="max-w-[40rem]">
        {start.step === "form" ? <FirstStep start={start} /> : <SecondStep start={start} />}
      </div>
    </div>
  );
}

function FirstStep({ start: { values, problems, error } }: { start: Step<"form"> }) {
  const isFaulty = Object.keys(problems).length > 0;
  return (
    <>
      <h1 className="text-4xl">{words.heading}</h1>
      <p className="mt-4 text-ink-2">{words.intro}</p>
      {error && (
        <Alert tone="danger" as="div" role="alert" className="mt-6 px-5 py-4">
          <p className="font-semibold text-danger">{words.errors[error]}</p>
          <p className="mt-2">
            <TextLink to="/orders/find">{words.find}</TextLink> · <MailLink className="link" />
          </p>
        </Alert>
      )}
      {isFaulty && (
        <p role="alert" className="mt-6 font-semibold text-danger">
          {words.check}
        </p>
      )}
      <Card as="section" raised className="mt-8 px-5 py-7 sm:px-9 sm:py-9">
        <form method="post" action={PATH} noValidate className="grid gap-5">
          <Field name="name" value={values.name} problem={problems.name} autoComplete="name" />
          <Field name="email" value={values.email} problem={problems.email} {...EMAIL_INPUT} />
          <Field
            name="number"
            value={values.number}
            problem={problems.number}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <div className="mt-1">
            <Button type="submit" look="main" className="max-sm:w-full">
              {words.next}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}

type WithdrawFieldProps = Omit<Parameters<typeof TextField>[0], "label" | "name" | "value"> & {
  name: WithdrawField;
  value: string;
};

/** A field with its value from the rejected form. */
function Field({ name, value, ...rest }: WithdrawFieldProps) {
  return (
    <TextField
      {...rest}
      name={name}
      label={withdrawFields[name]}
      hint={words[name]}
      required
      defaultValue={value}
    />
  );
}

function SecondStep({ start: { values, order, statement, late } }: { start: Step<"confirm"> }) {
  const { confirm } = words;
  const { timeZone } = useSite();
  return (
    <>
      <h1 className="text-4xl">{confirm.heading}</h1>
      <p className="mt-4 text-ink-2">{confirm.text}</p>
      {late && (
        <Alert tone="question" className="mt-6 px-5 py-4">
          {confirm.late}
        </Alert>
      )}
      <Card as="section" raised className="mt-8 px-5 py-7 sm:px-9 sm:py-9">
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <Fact name={confirm.number} className="font-semibold">
            {order.number}
          </Fact>
          <Fact name={confirm.day}>{formatDay(new Date(order.orderedAt), timeZone)}</Fact>
          <Fact name={confirm.items}>
            <Lines texts={order.items} />
          </Fact>
          <Fact name={confirm.total}>{formatAmount(order.totalAmount, order.currency)}</Fact>
          <Fact name={confirm.name} className="wrap-anywhere">
            {values.name}
          </Fact>
          <Fact name={confirm.email} className="wrap-anywhere">
            {values.email}
          </Fact>
        </dl>
        <Statement text={statement} />
        <form method="post" action={PATH}>
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Actions>
            <Button type="submit" look="main" name={CONFIRM_FIELD} value="1">
              {confirm.confirm}
            </Button>
            <ButtonLink href={PATH}>{confirm.change}</ButtonLink>
          </Actions>
        </form>
      </Card>
    </>
  );
}

function Received({ done }: { done: Step<"done"> }) {
  const texts = words.done;
  const { timeZone } = useSite();
  const time = formatMoment(new Date(done.receivedAt), timeZone);
  return (
    <Notice heading={done.again ? texts.again : texts.heading}>
      <p className="mt-4">{fill(done.again ? texts.first : texts.received, { time })}</p>
      <Statement text={done.statement} />
      <p className="mt-4">{done.again ? texts.receiptSent : texts.receipt}</p>
      <p className="mt-2 text-ink-2">{done.late ? texts.late : texts.next}</p>
      <Actions>
        <ButtonRoute to="/">{texts.home}</ButtonRoute>
      </Actions>
    </Notice>
  );
}

function Statement({ text }: { text: string }) {
  return (
    <figure className="mt-6">
      <figcaption className="text-sm text-ink-2">{words.confirm.statement}</figcaption>
      <blockquote className="mt-1.5 rounded-control bg-paper-2 px-4 py-3 wrap-anywhere">
        {text}
      </blockquote>
    </figure>
  );
}

function Lines({ texts }: { texts: string[] }) {
  return (
    <ul>
      {texts.map((text, index) => (
        <li key={`${index} ${text}`}>{text}</li>
      ))}
    </ul>
  );
}
