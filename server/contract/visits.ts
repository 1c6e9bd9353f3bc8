import { z } from "zod";

const MOST_CHARACTERS = 4000;

/** Referrer and query of the document that the visitor opened. */
export const arrival = z.object({
  referrer: z.string().max(MOST_CHARACTERS),
  query: z.string().max(MOST_CHARACTERS),
});
export type Arrival = z.output<typeof arrival>;

/** A step without a document request: a page opened by script, prices seen, an answer to an offer. */
export const visitRequest = arrival.extend({
  step: z.enum(["page", "pricing", "accepted", "declined"]),
  path: z.string().max(200),
});
export type VisitRequest = z.output<typeof visitRequest>;
