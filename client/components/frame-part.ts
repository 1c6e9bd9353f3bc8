import { createKept } from "./kept.tsx";

/**
 * What is around every public page and answers without a script. It stays for as long as the document
 * does: pages that are shown in it one after another differ in their links to parts of the landing page
 * alone.
 */
export const { Part: FramePart, loadParts: loadFrameParts } = createKept({
  selectorOf: (name) => `#root>div>${name}`,
  mark: "footer",
  load: async () => (await import("./frame-parts.tsx")).frameParts,
  adapt: (html) => (location.pathname === "/" ? html : html.replaceAll('href="#', 'href="/#')),
});
