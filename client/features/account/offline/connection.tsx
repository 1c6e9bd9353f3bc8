import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { accountOfflineWords } from "../../../content/account.ts";
import { onEvents } from "../../../lib/events.ts";

const SHOWN_MS = 10_000;
const words = accountOfflineWords.connection;

type Connection = {
  offline: boolean;
  /** Shows a temporary message at the bottom of the window. */
  say: (text: string) => void;
  /** Returns whether the page is offline; if so, shows that the action needs a connection. */
  refuses: () => boolean;
};

const Context = createContext<Connection>({
  offline: false,
  say: () => {},
  refuses: () => false,
});

export function useConnection(): Connection {
  return use(Context);
}

type ConnectionGuardProps = {
  /** Whether the page shows cached data. Treated as offline even if `navigator.onLine` is true. */
  lost: boolean;
  /** Shown at the bottom of the window, below the message. */
  foot?: ReactNode;
  className: string;
  children: ReactNode;
};

/** While offline, blocks links and forms that need the server and shows why. */
export function ConnectionGuard({ lost, foot, className, children }: ConnectionGuardProps) {
  const offline = useSyncExternalStore(onConnectionChange, isOffline, () => false) || lost;
  const [message, setMessage] = useState({ text: "" });
  const say = (text: string) => setMessage({ text });
  const refuses = () => {
    if (offline) say(words.needed);
    return offline;
  };
  useEffect(() => {
    if (!message.text) return;
    const timer = setTimeout(() => setMessage({ text: "" }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);

  const guard = (event: SyntheticEvent) => {
    if (!event.defaultPrevented && refuses()) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link && needsConnection(link, window.location)) guard(event);
  };

  return (
    <Context value={{ offline, say, refuses }}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- its links and forms are interactive */}
      <div data-dark className={className} onClick={onClick} onSubmit={guard}>
        {children}
        <div className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex flex-col items-center gap-3 p-4 text-base print:hidden">
          <p
            role="status"
            className="pointer-events-auto max-w-[34rem] rounded-control border border-line bg-night px-5 py-3 text-night-ink shadow-paper empty:hidden"
          >
            {message.text}
          </p>
          {foot}
        </div>
      </div>
    </Context>
  );
}

const isOffline = () => !navigator.onLine;
const onConnectionChange = (listener: () => void) =>
  onEvents(listener, [window, "online"], [window, "offline"]);

/** Marks a link to a file saved on this device. */
export const SAVED_LINK = { "data-saved": "" } as const;

/** Whether a link needs the server. Fragments, saved files and other origins do not. */
export function needsConnection(
  link: Pick<HTMLAnchorElement, "origin" | "pathname" | "search" | "hash" | "dataset">,
  here: Pick<Location, "origin" | "pathname" | "search">,
): boolean {
  if (link.origin !== here.origin || link.dataset["saved"] !== undefined) return false;
  const isSamePage = link.pathname === here.pathname && link.search === here.search;
  return !(isSamePage && link.hash !== "");
}
