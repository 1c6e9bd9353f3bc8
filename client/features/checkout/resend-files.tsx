import { useState } from "react";
import { Button, type ButtonLook } from "../../components/button.tsx";
import { checkoutWords } from "../../content/checkout.ts";
import { api } from "../../lib/api.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { SupportLine } from "./support-line.tsx";

type Sending = { kind: "idle" | "sending" | "sent" } | { kind: "failed"; message: string };

type ResendFilesProps = {
  sessionId: string;
  look: ButtonLook;
  /** Called once they are on their way. */
  onSent?: () => void;
};

/** Has the files mailed again to the address of the order. */
export function ResendFiles({ sessionId, look, onSent }: ResendFilesProps) {
  const [sending, setSending] = useState<Sending>({ kind: "idle" });
  const words = checkoutWords.masked;
  const busy = sending.kind === "sending";

  async function resend(): Promise<void> {
    if (busy) return;
    setSending({ kind: "sending" });
    try {
      await api.resendFiles(sessionId);
      setSending({ kind: "sent" });
      onSent?.();
    } catch (error) {
      setSending({ kind: "failed", message: readableMessage(error) });
    }
  }

  return (
    <div className="mt-5">
      <div className="needs-script">
        {sending.kind !== "sent" && (
          <Button look={look} aria-disabled={busy || undefined} onClick={() => void resend()}>
            {busy ? words.sending : words.resend}
          </Button>
        )}
        <p role="status" className="font-semibold text-teal">
          {sending.kind === "sent" && words.sent}
        </p>
        {sending.kind === "failed" && (
          <p role="alert" className="mt-3 text-base font-semibold text-danger">
            {sending.message}
          </p>
        )}
      </div>
      <noscript>
        <p className="text-base">
          <SupportLine text={words.noScript} />
        </p>
      </noscript>
    </div>
  );
}
