import { defineWords } from "../../server/contract/words.ts";

/** UI text of the viewer that enlarges pictures of pages. */
export const galleryWords = defineWords("gallery", {
  name: "Pages",
  position: "{page} of {count}",
  previous: "Previous page",
  next: "Next page",
  close: "Close",
});
