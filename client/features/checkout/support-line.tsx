import { checkoutWords } from "../../content/checkout.ts";
import { useSite } from "../../lib/use-site.ts";

/** Where to write when something is wrong with an order. */
export function SupportLine({ text = checkoutWords.success.support }: { text?: string }) {
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
