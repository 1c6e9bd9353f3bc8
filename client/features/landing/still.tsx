import { createKept } from "../../components/kept.tsx";

/** The sections of the landing page that answer nothing but links. */
export const { Part: Still, loadParts: loadStillSections } = createKept({
  selectorOf: (name) => `section[aria-labelledby="${name}-heading"]`,
  mark: "hero",
  load: async () => (await import("./still-sections.tsx")).stillSections,
});
