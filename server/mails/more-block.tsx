import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Link } from "@react-email/link";
import { Text } from "@react-email/text";
import type { MoreProduct } from "../contract/answers.ts";
import { formatAmount } from "../contract/format.ts";
import { deliveryWords } from "../contract/mail-words.ts";
import { fill } from "../contract/words.ts";
import { type Block, color, type MailFrame, style } from "./layout.tsx";
import { accountOf, lineOf } from "./words.ts";

/** Block with products that the buyer does not own and a link to the account, which sells them. */
export function moreBlock(more: MoreProduct[], { siteUrl }: Pick<MailFrame, "siteUrl">): Block {
  const { heading, see } = deliveryWords.more;
  const lines = more.map(offerText);
  const account = accountOf(siteUrl);
  return {
    text: [heading, ...lines, `${see}: ${account}`].join("\n"),
    html: (
      <>
        <Hr style={{ borderColor: color.line, margin: "16px 0 20px" }} />
        <Heading as="h2" style={style.subheading}>
          {heading}
        </Heading>
        {lines.map((line) => (
          <Text key={line} style={{ ...style.text, margin: "0 0 8px" }}>
            {line}
          </Text>
        ))}
        <Text style={{ ...style.text, margin: 0 }}>
          <Link href={account} style={style.link}>
            {see}
          </Link>
        </Text>
      </>
    ),
  };
}

function offerText({ name, price, currency, billingPeriod, upgrade }: MoreProduct): string {
  if (!upgrade) return lineOf({ name, price, billingPeriod }, currency);
  const full = formatAmount(price, currency);
  return fill(deliveryWords.more.upgrade, {
    name,
    price: formatAmount(upgrade.price, currency),
    full,
  });
}
