/** On the document's element once nothing is laid out late any more (decision: late-sections). */
const SHOWN = "data-whole";

/** Has all of the page laid out from now on, whatever is shown in this document. */
export function showLateSections(): void {
  document.documentElement.toggleAttribute(SHOWN, true);
}
