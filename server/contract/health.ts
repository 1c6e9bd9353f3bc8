/** `warn`: worth a look · `bad`: needs action · `unknown`: could not be checked. */
export type LineState = "ok" | "warn" | "bad" | "unknown";

/** Result of a check, in words for the owner. */
export type Line = {
  name: string;
  title: string;
  state: LineState;
  text: string;
  /** What to do about it. */
  todo: string | null;
  /** Links to the rows to edit, such as testimonials that are still placeholders. */
  rows?: readonly LinkedRow[];
};

/** Link to a row; without an id, to the group of texts with this label. */
export type LinkedRow = { table: string; id: number | null; label: string };

/** `GET /api/admin/health` */
export type Health = {
  checkedAt: string;
  version: { program: string; schema: number; bun: string };
  checks: Line[];
};

/** `POST /api/admin/health/check-payments` */
export type PaymentsReport = { lines: Line[] };

/** `POST /api/admin/health/test-mail`. `waiting`: the mail server has not responded yet. */
export type TestMailAnswer = {
  to: string;
  state: "sent" | "refused" | "waiting";
  said: string | null;
};

/** Steps that make a new shop ready, in the order of the list. The required ones come before opening. */
export const STEPS = {
  name: { title: "Give your shop a name", isRequired: true },
  seller: { title: "Enter your seller details", isRequired: true },
  legal: { title: "Read the legal pages", isRequired: false },
  prices: { title: "Put your products on sale", isRequired: true },
  files: { title: "Add the files", isRequired: true },
  landing: { title: "Read your landing page", isRequired: false },
  offers: { title: "Choose your offers after a purchase", isRequired: false },
  testimonials: { title: "Show real testimonials, or none", isRequired: false },
  tax: { title: "Decide about tax", isRequired: false },
  webhook: { title: "Connect the payment provider", isRequired: true },
  mail: { title: "Test your mail", isRequired: true },
  purchase: { title: "Buy something yourself", isRequired: false },
  backup: { title: "Back up your shop", isRequired: false },
  open: { title: "Open the shop", isRequired: false },
};
export type StepName = keyof typeof STEPS;
export const STEP_NAMES = Object.keys(STEPS) as StepName[];

export type ChecklistStep = {
  name: StepName;
  isDone: boolean;
  /** Result of the health check behind the step, and its recommended fix. */
  finding?: { text: string; todo: string | null };
  /** Links to the rows to edit to complete the step. */
  rows?: readonly LinkedRow[];
};

/** `GET /api/admin/checklist`. `isFirst`: whether the admin opens on the checklist. */
export type Checklist = { isFirst: boolean; steps: ChecklistStep[] };
