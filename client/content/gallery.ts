import { defineWords } from "../../server/contract/words.ts";

/** UI text of the pictures of pages, and of the viewer that enlarges them. */
export const galleryWords = defineWords("gallery", {
  enlarge: "Enlarge:",
  sample: "Open a sample (PDF)",
  picture: "{name}, picture {number}",
  name: "Pages",
  position: "{page} of {count}",
  previous: "Previous page",
  next: "Next page",
  close: "Close",
});
