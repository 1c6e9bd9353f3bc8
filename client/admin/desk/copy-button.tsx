import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { deskWords } from "../../content/admin-orders.ts";
import { copyText } from "../../lib/copy-text.ts";
import { IconButton } from "../app/controls.tsx";

const words = deskWords.copy;
const SHOWN_MS = 2000;

/** Puts a text into the clipboard, and says so. `what` names it: "the email". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [news, setNews] = useState<string>();
  useEffect(() => {
    if (!news) return;
    const timer = setTimeout(() => setNews(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [news]);
  const copy = () =>
    copyText(text).then(
      () => setNews(words.done),
      () => setNews(words.failed),
    );
  return (
    <span className="relative inline-flex">
      <IconButton label={words.label(what)} onClick={() => void copy()}>
        {news ? (
          <Check aria-hidden="true" className="size-4 text-teal" />
        ) : (
          <Copy aria-hidden="true" className="size-4" />
        )}
      </IconButton>
      <span role="status" className="absolute top-full left-1/2 z-10 -translate-x-1/2">
        {news && (
          <span className="block rounded-sheet bg-ink px-2 py-0.5 whitespace-nowrap text-card">
            {news}
          </span>
        )}
      </span>
    </span>
  );
}
