import { Link } from "@tanstack/react-router";
import { CloudUpload } from "lucide-react";
import { useEffect } from "react";
import { outboxWords } from "../../content/admin-outbox.ts";
import { useTimes } from "../ui/times.ts";
import { useEntries } from "../data/admin-context.ts";

const words = outboxWords.pending;

/** Shows the number of unsent edits in the header, the document title and the app icon. */
export function PendingBadge() {
  const entries = useEntries();
  const { hourOrTimeOf } = useTimes();
  const count = entries.length;
  const needs = entries.filter(({ state }) => state !== "waiting").length;
  useTitleCount(count);
  useIconCount(count);
  if (count === 0) return null;
  const oldest = hourOrTimeOf(new Date(Math.min(...entries.map(({ at }) => at))).toISOString());
  const text = words.badge(count, needs);
  const label = `${text}: ${words.badgeDetail(count, oldest)}`;
  const colors = needs > 0 ? "bg-danger-2 text-danger" : "bg-paper-2 text-ink";
  return (
    <Link
      to="/pending"
      title={label}
      aria-label={label}
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 font-semibold whitespace-nowrap hover:underline ${colors}`}
    >
      <CloudUpload aria-hidden="true" className="size-4 shrink-0" />
      <span className="max-sm:hidden">{text}</span>
      <span className="sm:hidden">{needs || count}</span>
    </Link>
  );
}

function useTitleCount(count: number): void {
  useEffect(() => {
    if (count === 0) return;
    const title = document.title;
    document.title = `(${count}) ${title}`;
    return () => {
      document.title = title;
    };
  }, [count]);
}

/** Sets the app icon badge. The Badging API rejects if the app is not installed. */
function useIconCount(count: number): void {
  useEffect(() => {
    if (count === 0 || !("setAppBadge" in navigator)) return;
    void navigator.setAppBadge(count).catch(() => {});
    return () => void navigator.clearAppBadge().catch(() => {});
  }, [count]);
}
