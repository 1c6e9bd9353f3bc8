/** Data attribute of documents without trackers; `client/app/document.tsx` writes it. */
export const UNTRACKED = "untracked";

/** Whether this document may load trackers: never where people sign in. */
export function isTrackedDocument(): boolean {
  return document.querySelector(`#root[data-${UNTRACKED}]`) === null;
}
