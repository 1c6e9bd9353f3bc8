import { isBuiltInPicture } from "./pictures.ts";
import { listPictures, listTexts } from "./text-catalogue.ts";
import { TEXT_PLACES } from "./text-places.ts";

/** Texts and pictures that the owner may replace. The server checks the replacements against it. */
export const builtContent = {
  listTexts: () => [...listTexts(), ...listPictures()],
  previews: TEXT_PLACES.flatMap(({ groups }) => groups),
  isPicture: isBuiltInPicture,
};
