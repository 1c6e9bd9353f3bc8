/** Stands at the document's root element where no vendor may be; `client/app/document.tsx` writes it. */
export const UNTRACKED = "untracked";

/**
 * Whether visitors may be asked, and vendors loaded, in this document: never where people sign in. A
 * page that is shown in the place of another without a new document is of the same kind.
 */
export function isTrackedDocument(): boolean {
  return document.querySelector(`#root[data-${UNTRACKED}]`) === null;
}
