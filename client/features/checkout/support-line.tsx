import { useSite } from "../../lib/use-site.ts";

/** Where to write when something is wrong with an order. */
export function SupportLine({ text }: { text: string }) {
  const { supportEmail } = useSite();
  return (
    <>
      {text}{" "}
      <a className="link" href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
    </>
  );
}
