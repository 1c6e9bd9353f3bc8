import { useEffect, useEffectEvent } from "react";
import { loginPathTo } from "../../../server/contract/return-path.ts";
import { adminWords } from "../../content/admin.ts";
import { onTabNews } from "../../lib/session-news.ts";

const words = adminWords.signedOut;

/** Says that the session is over, and lets its owner sign in beside what stands half written here. */
export function SignedOutBar({ onBack }: { onBack: () => void }) {
  const back = useEffectEvent(onBack);
  useEffect(() => onTabNews((news) => news === "signed-in" && back()), []);
  return (
    <div
      data-dark
      role="alert"
      className="flex flex-wrap items-center gap-3 bg-danger-2 px-4 py-2 text-xs text-danger"
    >
      <p>{words.text}</p>
      <a
        href={loginPathTo("/admin")}
        target="_blank"
        rel="noopener"
        className="font-semibold underline"
      >
        {words.signIn}
      </a>
    </div>
  );
}
