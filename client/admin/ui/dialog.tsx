import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { adminWords } from "../../content/admin.ts";
import { IconButton, ToolButton } from "./controls.tsx";
import { requiredContext } from "../../lib/page-context.ts";

const words = adminWords.table;

type AdminDialogProps = {
  title: string;
  /** Called by Escape, the close button and a click outside. */
  onClose: () => void;
  role?: "dialog" | "alertdialog";
  width?: "narrow" | "wide";
  /** Disables closing while a save is in progress. */
  busy?: boolean;
  children: ReactNode;
};

const WIDTHS = { narrow: "max-w-md", normal: "max-w-2xl", wide: "max-w-5xl" };

export function AdminDialog({
  title,
  onClose,
  role = "dialog",
  width,
  busy = false,
  children,
}: AdminDialogProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={role === "dialog" && !busy}
      isKeyboardDismissDisabled={busy}
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-40 flex items-center justify-center bg-[rgb(16_20_30/0.55)] p-3"
    >
      <Modal className={`flex max-h-[90vh] w-full flex-col ${WIDTHS[width ?? "normal"]}`}>
        <Dialog
          role={role}
          className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-card border border-line bg-card text-xs text-ink outline-none"
        >
          <header className="flex min-h-13 items-center gap-3 border-b border-line py-2.5 pr-3 pl-5">
            <Heading slot="title" className="min-w-0 flex-1 font-sans text-lg">
              {title}
            </Heading>
            {role === "dialog" && (
              <IconButton label={words.close} disabled={busy} onClick={onClose}>
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            )}
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>;
}

export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
      {children}
    </footer>
  );
}

type Question = {
  title: string;
  text?: string;
  /** Label of the confirm button; without it the dialog only has a close button. */
  yes?: string;
  no?: string;
  danger?: true;
};
type Ask = (question: Question) => Promise<boolean>;

type Dialogs = { ask: Ask; show: (render: (close: () => void) => ReactNode) => void };

/** Context for opening dialogs above all screens; `show` displays one until it is closed. */
export const [DialogsContext, useDialogs] = requiredContext<Dialogs>("useDialogs");

/** Asks for a confirmation in a dialog; resolves with the answer. */
export const useAsk = (): Ask => useDialogs().ask;

export function DialogsProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();
  const [shown, setShown] = useState<ReactNode>();
  const answer = useRef<(yes: boolean) => void>(undefined);
  const [dialogs] = useState<Dialogs>(() => ({
    ask(next) {
      setQuestion(next);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    },
    show: (render) => setShown(render(() => setShown(undefined))),
  }));
  const close = (yes: boolean) => {
    setQuestion(undefined);
    answer.current?.(yes);
  };
  return (
    <DialogsContext value={dialogs}>
      {children}
      {shown}
      {question && <QuestionDialog question={question} onAnswer={close} />}
    </DialogsContext>
  );
}

type QuestionDialogProps = { question: Question; onAnswer: (yes: boolean) => void };

function QuestionDialog({ question, onAnswer }: QuestionDialogProps) {
  const { title, text, yes, no, danger } = question;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <AdminDialog title={title} role="alertdialog" width="narrow" onClose={() => onAnswer(false)}>
      {text && (
        <DialogBody>
          <p className="wrap-anywhere">{text}</p>
        </DialogBody>
      )}
      <DialogActions>
        {/* Focus Cancel in dangerous dialogs, so that Enter does not confirm them. */}
        <ToolButton ref={danger || !yes ? first : undefined} onClick={() => onAnswer(false)}>
          {no ?? (yes ? words.cancel : words.close)}
        </ToolButton>
        {yes && (
          <ToolButton
            ref={danger ? undefined : first}
            look={danger ? "danger" : "main"}
            onClick={() => onAnswer(true)}
          >
            {yes}
          </ToolButton>
        )}
      </DialogActions>
    </AdminDialog>
  );
}
