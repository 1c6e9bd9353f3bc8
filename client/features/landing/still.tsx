import { createElement, useState } from "react";
import type { stillSections } from "./still-sections.tsx";

type Sections = typeof stillSections;

const headingOf = (name: keyof Sections) => `section[aria-labelledby="${name}-heading"]`;

let sections: Sections | undefined;

/**
 * Loads the code of the sections, unless this is a browser that was sent a document with them: it
 * never needs it.
 */
export async function loadStillSections(): Promise<void> {
  if (typeof document !== "undefined" && document.querySelector(headingOf("hero"))) return;
  sections ??= (await import("./still-sections.tsx")).stillSections;
}

/**
 * A section that no script changes. The page that becomes live keeps what the server has drawn, which
 * costs a phone neither the code nor the time to draw it again.
 */
export function Still({ name }: { name: keyof Sections }) {
  const [sent] = useState(() => sections === undefined && readSent(name));
  if (sent) return createElement("section", sent);
  const Section = sections?.[name];
  return Section ? <Section /> : null;
}

/** The section of the document, as React would have it. */
function readSent(name: keyof Sections) {
  const section = document.querySelector(headingOf(name));
  if (!section) return undefined;
  return {
    id: section.id || undefined,
    className: section.className,
    "aria-labelledby": `${name}-heading`,
    dangerouslySetInnerHTML: { __html: section.innerHTML },
  };
}
