import type { LinkedRow } from "./health.ts";

/** Steps that make a new shop ready, in the order of the list. */
export const STEP_NAMES = [
  "seller",
  "legal",
  "prices",
  "files",
  "testimonials",
  "purchase",
  "webhook",
  "mail",
  "backup",
] as const;
export type StepName = (typeof STEP_NAMES)[number];

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
