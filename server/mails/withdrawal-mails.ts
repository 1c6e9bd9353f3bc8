import { eq } from "drizzle-orm";
import { withdrawals } from "../../db/buyer-schema.ts";
import { formatMoment } from "../contract/format.ts";
import { withdrawalWords as words } from "../contract/mail-words.ts";
import { fill } from "../contract/words.ts";
import type { Deps } from "../deps.ts";
import { findOrderById } from "../domain/orders/order.ts";
import { defineMail, orderFrame } from "./define-mail.ts";
import { greetingOf } from "./words.ts";

/** The buyer's receipt: the declaration, with the time when it arrived. */
export const withdrawalReceipt = defineMail("withdrawal", {
  gather: gatherWithdrawal,
  compose: (mail) => ({
    subject: fill(words.subject, { number: mail.orderNumber }),
    preview: fill(words.preview, { number: mail.orderNumber }),
    title: words.title,
    blocks: [
      fill(words.intro, {
        greeting: greetingOf(mail.name),
        time: formatMoment(mail.createdAt, mail.timeZone),
      }),
      { lines: [fill(words.declared, { name: mail.name, email: mail.email }), mail.statement] },
      mail.late ? words.late : words.next,
      { small: words.stranger },
    ],
  }),
});

/** Notifies the owner of a withdrawal; a reply goes to the buyer. */
export const withdrawalNotice = defineMail("withdrawal_notice", {
  toOwner: true,
  gather: gatherWithdrawal,
  compose: (mail) => ({
    subject: `Withdrawal from order ${mail.orderNumber}`,
    preview: `${mail.name} has withdrawn from order ${mail.orderNumber}.`,
    title: "A buyer has withdrawn",
    blocks: [
      `${mail.name} (${mail.email}) sent this on ${formatMoment(mail.createdAt, mail.timeZone)}:`,
      mail.statement,
      mail.late
        ? "It arrived after the withdrawal period of 14 days. You decide whether to refund."
        : "It arrived within the withdrawal period, so any money due must go back within 14 days. Nothing has been refunded yet.",
      { button: "Open “Needs attention”", url: `${mail.siteUrl}/admin/needs` },
    ],
    foot: `A reply to this mail goes to ${mail.name}. The buyer has received a receipt.`,
    replyTo: mail.email,
  }),
});

function gatherWithdrawal(
  deps: Deps,
  { orderId, withdrawalId }: { orderId: number; withdrawalId: number },
) {
  const order = findOrderById(deps.db, orderId);
  const isThis = eq(withdrawals.id, withdrawalId);
  const withdrawal = deps.db.select().from(withdrawals).where(isThis).get();
  return order && withdrawal && { ...orderFrame(deps, order), ...withdrawal };
}
