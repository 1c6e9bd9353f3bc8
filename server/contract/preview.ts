import { z } from "zod";
import { refusals } from "./refusals.ts";

/** Page or mail to show with `texts` in place of the stored ones. One of `path` and `mail` is set. */
export const previewRequest = z.object({
  /** Path of a group in the text catalogue. */
  path: z.string(refusals.malformedJson).optional(),
  /** Kind of a mail in the text catalogue. */
  mail: z.string(refusals.malformedJson).optional(),
  texts: z.record(z.string(), z.string(refusals.malformedJson)),
});

export type PreviewRequest = z.output<typeof previewRequest>;

/** Rendered page or mail; `subject` is null for a page. */
export type Preview = { html: string; subject: string | null };
