import { MailLink } from "../../components/page-link.tsx";

/** A text followed by the support email. */
export function SupportLine({ text }: { text: string }) {
  return (
    <>
      {text} <MailLink className="link" />
    </>
  );
}
