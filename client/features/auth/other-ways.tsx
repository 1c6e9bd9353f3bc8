import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { EMAIL_FIELD } from "../../../server/contract/login.ts";
import { Button } from "../../components/button.tsx";
import { loginWords } from "../../content/login.ts";
import { useSite } from "../../lib/use-site.ts";
import { MOST_TRIES } from "./login-problems.ts";
import { isWaiting, type LoginState } from "./login-state.ts";
import type { useCodeLogin } from "./use-code-login.ts";

const NEXT_CODE_SECONDS = 60;

type OtherWaysProps = {
  login: Pick<ReturnType<typeof useCodeLogin>, "state" | "goBack" | "sendAgain">;
  /** Where the forms go without a script: this page's own address. */
  action: string;
  /** What helps when no code arrives. */
  help: ReactNode;
};

/** What else can be done at the second step; forms and links of their own where no script runs. */
export function OtherWays({ login, action, help }: OtherWaysProps) {
  const { state } = login;
  const secondsLeft = useSecondsLeft(state.sent, NEXT_CODE_SECONDS);
  const left = state.refused < MOST_TRIES ? secondsLeft : 0;
  const waiting = isWaiting(state);
  const goBack = (event: FormEvent) => {
    event.preventDefault();
    if (!waiting) login.goBack();
  };
  const sendAgain = (event: FormEvent) => {
    event.preventDefault();
    if (left === 0) login.sendAgain();
  };
  return (
    <div className="mt-3">
      <div className="-mx-3 flex flex-wrap justify-between gap-x-2">
        <form method="get" action={pathOf(action)} onSubmit={goBack}>
          {paramsOf(action).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" look="plain" aria-disabled={waiting || undefined}>
            {loginWords.back}
          </Button>
        </form>
        <form method="post" action={action} onSubmit={sendAgain}>
          <input type="hidden" name={EMAIL_FIELD} value={state.email} />
          <Button
            type="submit"
            look="plain"
            className="tabular-nums aria-disabled:no-underline"
            aria-disabled={waiting || left > 0 || undefined}
          >
            {againText(state, left)}
          </Button>
        </form>
      </div>
      <div className="mt-3 space-y-1.5 border-t border-line pt-4 text-sm text-ink-2">
        <DemoMail />
        {help}
      </div>
    </div>
  );
}

// A form that gets a page writes the query anew, from its fields.
function pathOf(action: string): string {
  return action.split("?", 1)[0] ?? "";
}

function paramsOf(action: string): [string, string][] {
  return [...new URLSearchParams(action.slice(pathOf(action).length))];
}

function againText({ busy }: LoginState, left: number): string {
  if (busy === "sending") return loginWords.sending;
  return left > 0 ? loginWords.againIn(left) : loginWords.again;
}

function DemoMail() {
  const { mode } = useSite();
  if (mode !== "demo") return null;
  return (
    <p>
      {loginWords.demoMail}{" "}
      <a className="link" href="/demo/mail" target="_blank">
        {loginWords.demoMailbox}
      </a>
      .
    </p>
  );
}

const SECOND_MS = 1000;

/** Counts down from `seconds` whenever `round` changes; round 0 waits for nothing. */
function useSecondsLeft(round: number, seconds: number): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (round === 0) return;
    const end = Date.now() + seconds * SECOND_MS;
    const tick = () => {
      const rest = Math.max(0, Math.ceil((end - Date.now()) / SECOND_MS));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, SECOND_MS);
    tick();
    return () => clearInterval(timer);
  }, [round, seconds]);
  return left;
}
