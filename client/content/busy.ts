/** Words of the page that stands in while too many are being made. */
export const busyWords = {
  title: "One moment, please",
  text: "Very many pages are being asked for just now. Please wait a few seconds and load the page again; an order that you have paid is safe.",
} as const;
