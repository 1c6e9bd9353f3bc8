import {
  createContext,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { offlineWords } from "../../../content/offline.ts";
import { needsConnection } from "./needs-connection.ts";

const SAID_FOR_MS = 10_000;
const words = offlineWords.connection;

type Connection = {
  offline: boolean;
  /** Tells the reader something in passing, at the foot of the window. */
  say: (text: string) => void;
  /** Whether a press that needs a connection has none; it was said then. */
  refuses: () => boolean;
};

const Context = createContext<Connection>({
  offline: false,
  say: () => {},
  refuses: () => false,
});

/** Whether the account has its connection, and how it tells its reader. */
export function useConnection(): Connection {
  return use(Context);
}

type ConnectionGuardProps = {
  /** What is shown is what the device has kept, whatever the browser says of its connection. */
  lost: boolean;
  /** What else stands at the foot of the window. */
  foot?: ReactNode;
  className: string;
  children: ReactNode;
};

/** Without a connection keeps links and forms from the browser's error page, and says why. */
export function ConnectionGuard({ lost, foot, className, children }: ConnectionGuardProps) {
  const offline = useIsOffline() || lost;
  const [said, setSaid] = useState({ text: "" });
  const connection = useMemo(() => {
    const say = (text: string) => setSaid({ text });
    const refuses = () => {
      if (offline) say(words.needed);
      return offline;
    };
    return { offline, say, refuses };
  }, [offline]);
  useEffect(() => {
    if (!said.text) return;
    const timer = setTimeout(() => setSaid({ text: "" }), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [said]);

  function stay(event: MouseEvent | FormEvent, leads: boolean): void {
    if (leads && !event.defaultPrevented && connection.refuses()) event.preventDefault();
  }
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    stay(event, link !== null && needsConnection(link, window.location));
  };

  return (
    <Context value={connection}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- links and forms in it act */}
      <div data-dark className={className} onClick={onClick} onSubmit={(e) => stay(e, true)}>
        {children}
        <div className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex flex-col items-center gap-3 p-4 text-base print:hidden">
          <p
            role="status"
            className="pointer-events-auto max-w-[34rem] rounded-control border border-line bg-night px-5 py-3 text-night-ink shadow-paper empty:hidden"
          >
            {said.text}
          </p>
          {foot}
        </div>
      </div>
    </Context>
  );
}

function useIsOffline(): boolean {
  return useSyncExternalStore(
    hearConnection,
    () => !navigator.onLine,
    () => false,
  );
}

function hearConnection(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
