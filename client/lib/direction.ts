/**
 * Returns the sign of scroll positions, and of a step by the right arrow key: -1 on a page that is
 * written from right to left, else 1.
 */
export function directionSign(): 1 | -1 {
  return document.dir === "rtl" ? -1 : 1;
}
