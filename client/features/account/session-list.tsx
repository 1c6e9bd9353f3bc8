import { type FormEvent, useRef, useState } from "react";
import type { SessionInfo } from "../../../server/contract/auth.ts";
import { EVERYWHERE, SESSION_FIELD } from "../../../server/contract/login.ts";
import { Button } from "../../components/button.tsx";
import { LocalDay } from "../../components/local-day.tsx";
import { accountWords } from "../../content/account.ts";
import { api } from "../../lib/api.ts";
import { useFocusAfterRender } from "../../lib/focus.ts";
import { Block } from "./block.tsx";
import { useConnection } from "./offline/connection.tsx";
import { useSignOut } from "./use-account-session.ts";

const words = accountWords.sessions;
const ACTION = "/account/sign-out";

/** Signed-in browsers, with forms to end each session. */
export function SessionList({ sessions }: { sessions: SessionInfo[] }) {
  const outcome = useRef<HTMLParagraphElement>(null);
  const focusNext = useFocusAfterRender();
  // The clicked button is removed with its row.
  const { list, announced, failed, end } = useSessions(sessions, () =>
    focusNext(() => outcome.current),
  );
  const { ending, run } = useSignOut(api.endAllSessions);
  const { refuses } = useConnection();
  const busy = ending === "busy";
  const endAll = (event: FormEvent) => {
    event.preventDefault();
    if (!refuses()) run();
  };
  return (
    <Block heading={words.heading} className="print:hidden">
      <ul className="mt-3 divide-y divide-line">
        {list.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={(one) => refuses() || end(one)} />
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

type SessionRowProps = { session: SessionInfo; onEnd: (session: SessionInfo) => void };

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { id, current, lastUsedAt } = session;
  const device = session.device || words.unknownDevice;
  const end = (event: FormEvent) => {
    event.preventDefault();
    onEnd(session);
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
            className="-mr-3 text-sm"
            aria-label={words.signOutOf(device)}
          >
            {words.signOut}
          </Button>
        </form>
      )}
    </li>
  );
}

/** The sessions without those ended here. */
function useSessions(sessions: SessionInfo[], onEnded: () => void) {
  const [ended, setEnded] = useState<number[]>([]);
  const [announced, setAnnounced] = useState("");
  const [failed, setFailed] = useState(false);

  async function end({ id, device }: SessionInfo): Promise<void> {
    setFailed(false);
    try {
      await api.endSession(id);
      setEnded((before) => [...before, id]);
      setAnnounced(words.gone(device || words.unknownDevice));
      onEnded();
    } catch {
      setFailed(true);
    }
  }

  const list = sessions.filter(({ id }) => !ended.includes(id));
  return { list, announced, failed, end: (session: SessionInfo) => void end(session) };
}
