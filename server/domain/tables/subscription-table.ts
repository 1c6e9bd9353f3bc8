import { subscriptionRecords } from "../../../db/schema.ts";
import { stateRules } from "../../contract/states.ts";
import { inUse } from "../../errors.ts";
import { defineTable, type WriteRules } from "./define-table.ts";
import { tableRefusals as texts } from "./refusals.ts";

/** Rejects deleting an active subscription, because the provider's next event would recreate it. */
const subscriptionRules: WriteRules = {
  mayRemove(_tx, { status, current_period_end: end }, { now }) {
    const isPaid = typeof end === "string" && new Date(end) > now;
    if (status === "active" && isPaid) throw inUse(texts.subscriptionRuns);
  },
};

export const subscriptionTable = defineTable(subscriptionRecords, {
  title: "Subscription records",
  description: "Subscribers, and the end of their paid period.",
  group: "orders",
  label: "email",
  write: subscriptionRules,
  columns: {
    user_id: { title: "Account", reference: "users", needsPasskeyCheck: true },
    email: { format: "email", private: true, needsPasskeyCheck: true },
    session_id: { code: true, title: "Session", maxLength: 270, private: true },
    subscription_id: { code: true, title: "Subscription", readOnly: true, private: true },
    status: { ...stateRules("subscriptions"), readOnly: true },
    current_period_end: { title: "Paid until", readOnly: true },
    ends_at_period_end: { title: "Cancelled", readOnly: true },
  },
});
