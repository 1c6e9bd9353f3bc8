import { useEffect, useEffectEvent } from "react";
import { loginPathTo } from "../../../server/contract/return-path.ts";
import { adminWords } from "../../content/admin.ts";
import { barWords } from "../../content/admin-outbox.ts";
import { onTabNews } from "../../lib/session-news.ts";
import { Bar } from "./outbox/bar.tsx";
import { useEntries, usePhase } from "./outbox/outbox-context.tsx";

const words = adminWords.signedOut;

type SignedOutBarProps = {
  /** A reading was refused for that. */
  isRefused: boolean;
  onBack: () => void;
};

/**
 * Says that the session is over, and how much waits for the next one; lets its owner sign in beside what
 * stands half written here.
 */
export function SignedOutBar({ isRefused, onBack }: SignedOutBarProps) {
  const edits = useEntries().length;
  const isHeldUp = usePhase() === "signed-out" && edits > 0;
  const back = useEffectEvent(onBack);
  useEffect(() => onTabNews((news) => news === "signed-in" && back()), []);
  if (!isRefused && !isHeldUp) return null;
  return (
    <Bar look="alert" text={edits > 0 ? barWords.signIn(edits) : words.text}>
      <a
        href={loginPathTo("/admin")}
        target="_blank"
        rel="noopener"
        className="font-semibold underline"
      >
        {words.signIn}
      </a>
    </Bar>
  );
}
