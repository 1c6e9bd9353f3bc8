/** Words of the page that stands in while too many are being made. */
export const busyWords = {
  title: "One moment, please",
  text: "Very many pages are being asked for just now. Please wait a few seconds and load the page again; an order that you have paid is safe.",
} as const;

/** Words of the page in the place of a file whose store does not answer. */
export const filesAwayWords = {
  title: "Your file cannot be reached just now",
  text: "The place that keeps the files does not answer. Please try again in a few minutes; what you have bought is not lost.",
} as const;
