import { z } from "zod";
import { SOURCE_KINDS, STATS_GRAINS, STATS_PERIODS } from "./stats.ts";

const LONGEST_SOURCE = 100;

const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, { error: `This must be one of ${names.join(", ")}.` });

/** Query of `GET /api/admin/stats`; a source restricts the funnel. */
export const statsQuery = z
  .object({
    period: oneOf(STATS_PERIODS).default("30d"),
    grain: oneOf(STATS_GRAINS).default("day"),
    sourceKind: oneOf(SOURCE_KINDS).optional(),
    source: z
      .string()
      .min(1, "This must not be empty.")
      .max(LONGEST_SOURCE, `This must have ${LONGEST_SOURCE} characters or fewer.`)
      .optional(),
  })
  .refine(({ sourceKind, source }) => (sourceKind === undefined) === (source === undefined), {
    error: "Give both sourceKind and source, or neither.",
    path: ["source"],
  });
