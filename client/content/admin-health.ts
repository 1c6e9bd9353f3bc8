import { countOf } from "../../server/contract/format.ts";

/** Words of the health page; all ours, the spec is silent on it. What each line says is the store's own. */
export const healthWords = {
  title: "Health",
  loading: "Looking after the store...",
  failed: "The health page could not be read",
  checked: (time: string) => `Checked at ${time}.`,
  allWell: "All is well.",
  red: (count: number) => `${countOf(count, "thing")} ${count === 1 ? "needs" : "need"} you.`,
  look: (count: number) =>
    `Nothing is broken; ${countOf(count, "thing")} ${count === 1 ? "is" : "are"} worth a look.`,
  groups: { bad: "Needs you", warn: "Worth a look", rest: "The rest", all: "What is looked after" },
  states: { ok: "Fine", warn: "Look", bad: "Red", unknown: "Not known" },
  mark: (count: number) => `${countOf(count, "red line")}`,

  testMail: "Send a test mail",
  sending: "Sending...",
  mailHeading: "Test mail",
  mail: {
    sent: (to: string) => `The mail server has taken it. Look for it at ${to}, also among spam.`,
    refused: (said: string) => `The mail server did not take it. It says: “${said}”`,
    waiting: (to: string) =>
      `The mail server has not answered yet. If it does within ten minutes, the mail arrives at ${to}.`,
  },
  mailFailed: "The test mail could not be sent",

  checkPayments: "Check payments",
  checking: "Asking...",
  paymentsHeading: "What the payment provider says",
  paymentsFailed: "The payment provider could not be asked",
} as const;
