import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { Alert } from "../../../components/alert.tsx";
import { offlineWords } from "../../../content/offline.ts";
import { usePage } from "../../../lib/page-context.ts";
import type { AccountData } from "../load-account.ts";
import { useConnection } from "./connection.tsx";

const words = offlineWords.connection;

/** Says that what is shown was read earlier, and reads it again when the connection is back. */
export function OfflineBanner({ kept, readAt }: Pick<AccountData, "kept" | "readAt">) {
  const { offline } = useConnection();
  const { reload } = usePage();
  useReading(kept !== undefined, reload);
  const shown = offline || kept !== undefined;
  return (
    <div role="status">
      {shown && (
        <Alert
          as="div"
          tone="note"
          className="mb-6 flex flex-wrap items-center justify-between gap-x-4 px-5 py-2"
        >
          <p className="py-1">
            <strong>{kept === "unread" ? words.unread : words.offline}</strong> {words.updated}{" "}
            <When time={readAt} />.
          </p>
          {kept && (
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

function useReading(kept: boolean, reload: () => Promise<void>): void {
  const read = useEffectEvent((event: Event) => {
    if (event.type === "online" || kept) void reload();
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

const never = () => () => {};

/** Day and time as the reader's own settings write them. Only a live page shows it. */
function When({ time }: { time: number }) {
  const date = new Date(time);
  const text = useSyncExternalStore(
    never,
    () => date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }),
    () => "",
  );
  return <time dateTime={date.toISOString()}>{text}</time>;
}
