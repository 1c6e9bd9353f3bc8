import { type FormEvent, useRef, useState } from "react";
import { EVERYWHERE, SESSION_FIELD, type SessionInfo } from "../../../server/contract/sign-in.ts";
import { fill } from "../../../server/contract/words.ts";
import { Button } from "../../components/button.tsx";
import { LocalDay } from "../../components/fact.tsx";
import { accountWords } from "../../content/account.ts";
import { signInApi } from "../../lib/sign-in-api.ts";
import { useFocusAfterRender } from "../../lib/form.ts";
import { Block } from "./account-frame.tsx";
import { useConnection } from "./offline/connection.tsx";
import { useSignOut } from "./use-account-session.ts";

const words = accountWords.sessions;
const ACTION = "/account/sign-out";

/** Signed-in browsers, with forms to end each session. */
export function SessionList({ sessions }: { sessions: SessionInfo[] }) {
  const outcome = useRef<HTMLParagraphElement>(null);
  const focusNext = useFocusAfterRender();
  const [ended, setEnded] = useState<number[]>([]);
  const [announced, setAnnounced] = useState("");
  const [failed, setFailed] = useState(false);
  const { ending, run } = useSignOut(signInApi.endAllSessions);
  const { refuses } = useConnection();
  const busy = ending === "busy";

  async function end({ id, device }: SessionInfo): Promise<void> {
    if (refuses()) return;
    setFailed(false);
    try {
      await signInApi.endSession(id);
      setEnded((before) => [...before, id]);
      setAnnounced(fill(words.gone, { device: device || words.unknownDevice }));
      // Move the focus, because the clicked button is removed with its row.
      focusNext(() => outcome.current);
    } catch {
      setFailed(true);
    }
  }

  function endAll(event: FormEvent): void {
    event.preventDefault();
    if (!refuses()) run();
  }

  return (
    <Block heading={words.heading} className="print:hidden">
      <ul className="mt-3 divide-y divide-line">
        {sessions
          .filter(({ id }) => !ended.includes(id))
          .map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => void end(session)} />
          ))}
      </ul>
      <p ref={outcome} tabIndex={-1} role="status" className="text-sm text-ink-2 outline-none">
        {announced}
      </p>
      {(failed || ending === "failed") && (
        <p role="alert" className="mt-2 text-sm font-semibold text-danger">
          {words.failed}
        </p>
      )}
      <form method="post" action={ACTION} className="mt-3" onSubmit={endAll}>
        <input type="hidden" name={SESSION_FIELD} value={EVERYWHERE} />
        <Button type="submit" look="quiet" className="w-full" aria-disabled={busy || undefined}>
          {busy ? words.signingOut : words.everywhere}
        </Button>
      </form>
      <p className="mt-3 text-sm text-ink-2">{words.text}</p>
    </Block>
  );
}

function SessionRow({ session, onEnd }: { session: SessionInfo; onEnd: () => void }) {
  const { id, current, lastUsedAt } = session;
  const device = session.device || words.unknownDevice;
  const end = (event: FormEvent) => {
    event.preventDefault();
    onEnd();
  };
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-ink-2">
          {current && words.here}
          {!current && lastUsedAt !== null && (
            <>
              {words.lastUsed} <LocalDay time={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      {!current && (
        <form method="post" action={ACTION} onSubmit={end}>
          <input type="hidden" name={SESSION_FIELD} value={id} />
          <Button
            type="submit"
            look="plain"
            className="-me-3 text-sm"
            aria-label={fill(words.signOutOf, { device })}
          >
            {words.signOut}
          </Button>
        </form>
      )}
    </li>
  );
}
