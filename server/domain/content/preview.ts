import { TEXT_PLACES } from "../../../client/content/text-places.ts";
import { contentRefusals as refusals } from "./refusals.ts";
import type { PreviewRequest } from "../../contract/admin-answers.ts";
import { AppError } from "../../errors.ts";
import { findTextProblem } from "./text-rules.ts";

const GROUPS = TEXT_PLACES.flatMap(({ groups }) => groups);

type PreviewTarget = { path: string; mail?: never } | { mail: string; path?: never };

/** Returns a preview's page or mail. Throws `invalid` for an unknown preview or invalid texts. */
export function checkPreview({ path, mail, texts }: PreviewRequest): PreviewTarget {
  for (const [name, value] of Object.entries(texts)) {
    const [problem] = Object.values(findTextProblem({ name, value }));
    if (problem !== undefined) throw invalid(name, problem);
  }
  const group = GROUPS.find((group) => group.path === path && group.mail === mail);
  if (group?.path !== undefined) return { path: group.path };
  if (group?.mail !== undefined) return { mail: group.mail };
  throw invalid("path", refusals.previewUnknown);
}

function invalid(field: string, message: string): AppError {
  return new AppError("invalid", message, { errors: { [field]: [message] } });
}
