import { X } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { adminWords } from "../../content/admin.ts";
import { IconButton, ToolButton } from "./controls.tsx";
import { requiredContext } from "../../lib/page-context.ts";

const words = adminWords.done;
/** Long enough to reach the Undo button by keyboard. */
const SHOWN_MS = 12_000;
const MOST_SHOWN = 3;

type Toast = {
  text: string;
  undo?: () => Promise<void>;
  /** Marks a failure, which stays until dismissed. */
  failed?: true;
  /** Replaces an older toast of the same kind. */
  kind?: string;
};
type Shown = Toast & { id: number };

type Toasts = {
  show: (toast: Toast) => void;
  /** Runs the most recent Undo; returns false if there is nothing to undo. */
  undoLast: () => boolean;
};

export const [ToastsContext, useToasts] = requiredContext<Toasts>("useToasts");

let lastId = 0;

export function ToastsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([]);
  const drop = useCallback(
    (id: number) => setShown((before) => before.filter((toast) => toast.id !== id)),
    [],
  );
  const show = useCallback((toast: Toast) => {
    lastId += 1;
    const added = { ...toast, id: lastId };
    const isOther = ({ kind }: Toast) => kind === undefined || kind !== toast.kind;
    setShown((before) => [...before.filter(isOther), added].slice(-MOST_SHOWN));
  }, []);
  const toasts = useMemo(() => {
    const undoLast = () => {
      const last = shown.findLast(({ undo }) => undo);
      if (last) drop(last.id);
      void last?.undo?.();
      return last !== undefined;
    };
    return { show, undoLast };
  }, [shown, show, drop]);
  return (
    <ToastsContext value={toasts}>
      {children}
      <div
        role="region"
        aria-label={words.notifications}
        // Keeps toasts clear of the table sidebar.
        className="pointer-events-none fixed inset-x-3 bottom-15 z-30 flex flex-col items-start gap-2 sm:right-auto sm:w-88 md:left-59"
      >
        <div role="status" className="contents">
          {shown.map((toast) => (
            <ToastCard key={toast.id} toast={toast} onGone={() => drop(toast.id)} />
          ))}
        </div>
      </div>
    </ToastsContext>
  );
}

function ToastCard({ toast, onGone }: { toast: Shown; onGone: () => void }) {
  const { text, undo, failed, id } = toast;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || failed) return;
    const timer = setTimeout(onGone, SHOWN_MS);
    return () => clearTimeout(timer);
    // onGone is a new function in every render, with the same effect.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [held, failed, id]);
  return (
    <div
      className={`pointer-events-auto flex w-full items-center gap-2 rounded-control border bg-card py-1.5 pr-1.5 pl-4 text-xs shadow-paper ${failed ? "border-danger text-danger" : "border-line text-ink"}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p className="min-w-0 flex-1 wrap-anywhere">{text}</p>
      {undo && (
        <ToolButton
          look="quiet"
          onClick={() => {
            onGone();
            void undo();
          }}
        >
          {words.undo}
        </ToolButton>
      )}
      <IconButton icon={X} label={words.dismiss} onClick={onGone} />
    </div>
  );
}
