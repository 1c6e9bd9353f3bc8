import { useEffect, useEffectEvent } from "react";
import { Alert } from "../../../components/notice.tsx";
import { accountOfflineWords } from "../../../content/account.ts";
import { usePage } from "../../../lib/page-context.ts";
import { onEvents } from "../../../lib/events.ts";
import { useBrowserValue } from "../../../lib/use-browser-value.ts";
import type { AccountData } from "../load-account.ts";
import { useConnection } from "./connection.tsx";

const words = accountOfflineWords.connection;

/** Shows how old the data is. Reloads it on reconnect and, if it is an offline copy, on focus. */
export function OfflineBanner({ cached, readAt }: Pick<AccountData, "cached" | "readAt">) {
  const { offline } = useConnection();
  const { reload, site } = usePage();
  const onOnline = useEffectEvent(() => void reload());
  const onFocus = useEffectEvent(() => void (cached && reload()));
  useEffect(() => {
    const stops = [
      onEvents(() => onOnline(), [window, "online"]),
      onEvents(() => onFocus(), [window, "focus"]),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  const date = new Date(readAt);
  const time = useBrowserValue(
    () => date.toLocaleString(site.language, { dateStyle: "medium", timeStyle: "short" }),
    "",
  );
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
            <time dateTime={date.toISOString()}>{time}</time>.
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
