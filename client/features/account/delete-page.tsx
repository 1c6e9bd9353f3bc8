import { useEffect } from "react";
import {
  DELETION_PATH,
  type DeletionStart,
  FILE_CHOICES,
  FILES_FIELD,
  ORDER_RETENTION_YEARS,
} from "../../../server/contract/account-deletion.ts";
import { CODE_FIELD, CODE_LENGTH } from "../../../server/contract/sign-in.ts";
import { fill } from "../../../server/contract/words.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Actions, Alert, Notice } from "../../components/notice.tsx";
import { MailLink } from "../../components/page-link.tsx";
import { TextField } from "../../components/text-field.tsx";
import { deletionWords as words } from "../../content/account-data.ts";
import { useSite } from "../../lib/page-context.ts";
import { notifyTabs } from "../../lib/session.ts";
import { emptyThisDevice } from "./load-account.ts";

type Step<Name extends DeletionStart["step"]> = Extract<DeletionStart, { step: Name }>;

/** Deletion of the account by plain forms, which work without JavaScript. */
export function DeletePage({ start }: { start: DeletionStart }) {
  if (start.step === "done") return <Deleted start={start} />;
  return (
    <div className="column py-12 lg:py-16">
      <div className="max-w-[40rem]">
        {start.step === "choice" ? <ChoiceStep start={start} /> : <CodeStep start={start} />}
      </div>
    </div>
  );
}

function ChoiceStep({ start: { obstacle, error } }: { start: Step<"choice"> }) {
  const { gifts } = useSite();
  const points = gifts ? [...words.points, words.gifts] : words.points;
  if (obstacle) {
    return (
      <>
        <h1 className="text-4xl">{words.obstacles.heading}</h1>
        <p className="mt-4">{words.obstacles[obstacle]}</p>
        <p className="mt-4 text-ink-2">
          {words.obstacles.contact} <MailLink className="link" />
        </p>
        <Actions>
          <ButtonLink href="/account">{words.back}</ButtonLink>
        </Actions>
      </>
    );
  }
  return (
    <>
      <h1 className="text-4xl">{words.heading}</h1>
      <Problem error={error} />
      <ul className="mt-5 list-disc space-y-2 ps-5">
        {points.map((point) => (
          <li key={point}>{fill(point, { years: ORDER_RETENTION_YEARS })}</li>
        ))}
      </ul>
      <p className="mt-5">
        <a className="link" href="/api/account/data" download>
          {words.downloadFirst}
        </a>
      </p>
      <Card as="section" raised className="mt-8 px-5 py-7 sm:px-9 sm:py-9">
        <form method="post" action={DELETION_PATH}>
          <fieldset>
            <legend className="font-display text-xl font-semibold">{words.files}</legend>
            {FILE_CHOICES.map((choice) => (
              <div key={choice} className="mt-4">
                <label className="flex min-h-11 items-center gap-3 font-semibold">
                  <input
                    type="radio"
                    name={FILES_FIELD}
                    value={choice}
                    defaultChecked={choice === "keep"}
                    aria-describedby={`${choice}-text`}
                    className="size-5 shrink-0 accent-teal"
                  />
                  {words[choice]}
                </label>
                <p id={`${choice}-text`} className="ps-8 text-sm text-ink-2">
                  {words[`${choice}Text`]}
                </p>
              </div>
            ))}
          </fieldset>
          <Actions>
            <Button type="submit" look="main">
              {words.next}
            </Button>
            <ButtonLink href="/account">{words.back}</ButtonLink>
          </Actions>
        </form>
      </Card>
    </>
  );
}

function CodeStep({ start: { email, files, error } }: { start: Step<"code"> }) {
  const texts = words.code;
  return (
    <>
      <h1 className="text-4xl">{texts.heading}</h1>
      <p className="mt-4 wrap-anywhere">{fill(texts.text, { email })}</p>
      <p className="mt-2 text-ink-2">{files === "keep" ? texts.kept : texts.ended}</p>
      {error !== "code" && <Problem error={error} />}
      <Card as="section" raised className="mt-8 px-5 py-7 sm:px-9 sm:py-9">
        <form method="post" action={DELETION_PATH} noValidate>
          <input type="hidden" name={FILES_FIELD} value={files} />
          <TextField
            label={texts.field}
            name={CODE_FIELD}
            problem={error === "code" ? words.errors.code : undefined}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            // Allows a code that is pasted with spaces.
            maxLength={CODE_LENGTH * 2}
            inputClass="font-display text-3xl tracking-[0.3em] tabular-nums"
          />
          <Actions>
            <Button type="submit" look="main">
              {texts.delete}
            </Button>
            <ButtonLink href="/account">{words.back}</ButtonLink>
          </Actions>
        </form>
        <form method="post" action={DELETION_PATH} className="mt-3">
          <input type="hidden" name={FILES_FIELD} value={files} />
          <Button type="submit" look="plain" className="-mx-3">
            {texts.again}
          </Button>
        </form>
      </Card>
    </>
  );
}

function Problem({ error }: Pick<Step<"choice">, "error">) {
  if (!error) return null;
  return (
    <Alert tone="danger" role="alert" className="mt-6 px-5 py-4 font-semibold text-danger">
      {words.errors[error]}
    </Alert>
  );
}

/** The last step. Removes the saved files from this device, in all tabs. */
function Deleted({ start: { files } }: { start: Step<"done"> }) {
  useEffect(() => {
    notifyTabs("signed-out");
    void emptyThisDevice();
  }, []);
  return (
    <Notice heading={words.done.heading}>
      <p className="mt-4">{words.done.text}</p>
      <p className="mt-2">{files === "keep" ? words.done.kept : words.done.ended}</p>
      <Actions>
        <ButtonLink href="/" look="main">
          {words.done.home}
        </ButtonLink>
      </Actions>
    </Notice>
  );
}
