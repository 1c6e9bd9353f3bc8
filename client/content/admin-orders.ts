import { MAIL_NAMES } from "../../server/contract/admin-answers.ts";
import { countOf } from "../../server/contract/format.ts";

/** UI text of the order page. */
export const orderWords = {
  title: (number: string) => `Order ${number}`,
  loading: "Loading the order...",
  failed: "The order couldn't be shown",
  retry: "Try again",
  all: "Orders",
  buyer: "Buyer",
  money: "Money",
  total: "Total",
  discount: "Discount",
  discountOf: (code: string) => `Discount (${code})`,
  tax: "Tax (in the total)",
  invoice: "Invoice",
  refunded: "Refunded",
  refundable: "Can be refunded",
  number: "Number",
  email: "Email",
  noEmail: "No email yet",
  write: (email: string) => `Write to ${email}`,
  name: "Name",
  noName: "No name given",
  account: "Account",
  user: (id: number) => `User ${id}`,
  session: "Session",
  paid: "Paid",
  notPaid: "Not paid",
  sources: {
    discount_code: "Discount code",
    referrer: "Came from",
    utm_source: "Campaign source",
    utm_campaign: "Campaign",
  },
  firstViewed: "First opened",
  never: "Never",
  duplicateOf: "Possible duplicate of",
  openNumber: (id: number) => `order with ID ${id}`,
  lines: "Items",
  noLines: "This order has no items.",
  free: "Free",
  credit: (amount: string) => `${amount} credited from order`,
  mails: "Mails",
  mailKinds: MAIL_NAMES,
  mailTo: (email: string) => `to ${email}`,
  nextTry: (time: string) => `next try ${time}`,
  noMails: "No mails yet.",
  notes: "Needs attention",
  settled: "Resolved notes",
  refunds: "Refunds",
  others: "Other orders of this email",
  noOthers: "None.",
  timeline: "Activity",
  noTimeline: "Nothing yet.",
  by: (actor: string) => `by ${actor}`,
  for: (line: string) => `for ${line}`,
} as const;

/** Labels of the access to an order item and of deadlines. */
export const stateWords = {
  access: {
    open: "Has access",
    pending: "No access yet",
    until: (day: string) => `Access until ${day}`,
    ended: (day: string) => `Ended on ${day}`,
    revoked: {
      refund: "Revoked: refunded",
      dispute: "Revoked: dispute",
      withdrawal: "Held back: withdrawal",
      owner: "Revoked by you",
      account_deleted: "Ended by the buyer, who deleted the account",
    },
  },
  deadline: {
    over: "The deadline has passed",
    minutes: "Less than an hour left",
    hours: (count: number) => `${countOf(count, "hour")} left`,
    days: (count: number) => `${countOf(count, "day")} left`,
    due: (day: string) => `due ${day}`,
  },
} as const;

export const actorNames = {
  buyer: "the buyer",
  webhook: "the payment provider",
  admin: (id: string) => `administrator ${id}`,
  you: "you",
} as const;

export const copyWords = {
  label: (what: string) => `Copy ${what}`,
  email: "the email",
  number: "the number",
  session: "the session",
  done: "Copied",
  failed: "Couldn't copy",
} as const;

/** UI text of row actions, for all tables. */
export const actionWords = {
  open: (row: string) => `Open ${row}`,
  menu: (row: string) => `Actions for ${row}`,
  cancel: "Cancel",
  back: "Back",
  continue: "Continue",
  working: "Working...",
  loading: "Loading the amount that can be refunded...",
  amountHint: (most: string) => `At most ${most}.`,
  money: (title: string, amount: string) => `${title} ${amount}`,
  moneyTo: (amount: string, email: string) => `${amount} goes back to ${email}.`,
  moneyQuestion: (amount: string) => `${amount} goes back to the buyer.`,
  moneyWarning: "A refund can't be undone.",
  mailTo: (email: string) => `Sends a mail to ${email}.`,
  mail: "Sends mail.",
  done: (title: string) => `${title}: done.`,
  unsure: "We don’t know whether it worked. Trying again is safe.",
  keyUsed:
    "Your first try may have worked with the values it had. Close this and check before you try again.",
  refund: "Refund",
  refundWhole: (amount: string) => `Everything left, ${amount}`,
  refundLine: (line: string, amount: string) => `${line}, ${amount}`,
  refundAmount: "An amount...",
} as const;

export const needsWords = {
  title: "Needs attention",
  lead: "The most urgent first.",
  loading: "Loading...",
  failed: "The list couldn't be loaded",
  empty: "Nothing needs your attention.",
  emptyText:
    "Disputes, withdrawals, unusual payments, undelivered mails and new messages appear here.",
  more: (count: number) => `and ${count} more`,
  answer: "Answer",
  gone: "This no longer needs your attention.",
  kinds: {
    passkey_changes: "Changed passkeys",
    disputes: "Open disputes",
    withdrawals: "Withdrawals",
    double_payments: "Possible duplicate payments",
    odd_totals: "Unexpected totals",
    failed_refunds: "Failed refunds",
    dead_mails: "Undelivered mails",
    failed_events: "Failed events",
    unread_messages: "Unread messages",
  },
} as const;

export const messageWords = {
  title: (name: string) => `Message from ${name}`,
  loading: "Loading the message...",
  failed: "The message couldn't be shown",
  gone: "This message no longer exists.",
  noSubject: "No subject",
  answer: "Your answer",
  before: "Other messages from this sender",
  yourAnswer: "You answered",
  noBefore: "None.",
  orders: "Orders of this email",
  noOrders: "No orders with this email.",
  findOrders: "Find an order by name, number or email",
  nothingFound: "No order found.",
  reply: (subject: string) => (subject ? `Re: ${subject}` : "Your message"),
  sender: "Sender",
  device: "Device",
} as const;
