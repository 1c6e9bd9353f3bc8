import { countOf } from "../../server/contract/format.ts";

/** UI text of a customer's page. */
export const customerWords = {
  title: "Customer",
  open: "Open the customer's page",
  loading: "Loading the customer...",
  failed: "The customer couldn't be shown",
  all: "Users",
  noAccount: "No account. Bought or wrote without signing in.",
  deleted: "Account deleted",
  since: "Since",
  signedIn: "Signed in",
  browsers: (count: number) => (count === 0 ? "No" : `In ${countOf(count, "browser")}`),
  codes: "Codes used",
  code: (code: string, orders: number) => `${code} (${countOf(orders, "order")})`,
  others: "May also be",
  links: {
    mailbox: "another spelling of the same email",
    order: "one placed an order with the email of the other",
  },
  nothingPaid: "Nothing paid yet.",
  payments: (orders: number, renewals: number) =>
    renewals === 0
      ? countOf(orders, "order")
      : `${countOf(orders, "order")}, ${countOf(renewals, "renewal")}`,
  rest: "After refunds",
  held: "Products and files",
  nothingHeld: "No access to any product.",
  licences: { personal: "Personal license", classroom: "Classroom license" },
  files: (count: number) => countOf(count, "file"),
  orders: "Orders",
  noOrders: "No orders.",
  messages: "Messages",
  noMessages: "No messages.",
  undelivered: (count: number) => `${count} not delivered`,
  showAll: "Show all in the table",
} as const;
