import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { Alert } from "../../../components/alert.tsx";
import { offlineWords } from "../../../content/offline.ts";
import { usePage } from "../../../lib/page-context.ts";
import type { AccountData } from "../load-account.ts";
import { useConnection } from "./connection.tsx";

const words = offlineWords.connection;

/** Says how old the shown data is. */
export function OfflineBanner({ cached, readAt }: Pick<AccountData, "cached" | "readAt">) {
  const { offline } = useConnection();
  const { reload } = usePage();
  useReload(cached !== undefined, reload);
  const shown = offline || cached !== undefined;
  return (
    <div role="status">
      {shown && (
        <Alert
          as="div"
          tone="note"
          className="mb-6 flex flex-wrap items-center justify-between gap-x-4 px-5 py-2"
        >
          <p className="py-1">
            <strong>{cached === "unread" ? words.unread : words.offline}</strong> {words.updated}{" "}
            <When time={readAt} />.
          </p>
          {cached && (
            <button
              type="button"
              className="min-h-10 font-semibold underline decoration-2 underline-offset-4"
              onClick={() => void reload()}
            >
              {words.retry}
            </button>
          )}
        </Alert>
      )}
    </div>
  );
}

/** Reloads when the connection is back, and on focus while the page shows a copy. */
function useReload(cached: boolean, reload: () => Promise<void>): void {
  const read = useEffectEvent((event: Event) => {
    if (event.type === "online" || cached) void reload();
  });
  useEffect(() => {
    const onEvent = (event: Event) => read(event);
    window.addEventListener("online", onEvent);
    window.addEventListener("focus", onEvent);
    return () => {
      window.removeEventListener("online", onEvent);
      window.removeEventListener("focus", onEvent);
    };
  }, []);
}

const neverChanges = () => () => {};

/** Day and time in the reader's format, once the page is hydrated. */
function When({ time }: { time: number }) {
  const date = new Date(time);
  const text = useSyncExternalStore(
    neverChanges,
    () => date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }),
    () => "",
  );
  return <time dateTime={date.toISOString()}>{text}</time>;
}
