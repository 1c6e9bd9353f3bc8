import { MailLink } from "../../components/page-link.tsx";

/** Where to write when something is wrong with an order. */
export function SupportLine({ text }: { text: string }) {
  return (
    <>
      {text} <MailLink className="link" />
    </>
  );
}
