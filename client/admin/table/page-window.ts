/** Pages that stay in sight on each side of the one that is shown. */
const AROUND = 2;

/** Page numbers to choose from: the first, the last, those around the current; gaps between them. */
export function pageWindow(current: number, last: number): (number | "gap")[] {
  const from = Math.max(1, current - AROUND);
  const to = Math.min(last, current + AROUND);
  const pages: (number | "gap")[] = [];
  if (from > 1) pages.push(1);
  if (from > 2) pages.push("gap");
  for (let page = from; page <= to; page++) pages.push(page);
  if (to < last - 1) pages.push("gap");
  if (to < last) pages.push(last);
  return pages;
}
