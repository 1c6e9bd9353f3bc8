import { makePictures } from "../../scripts/lib/drawings.ts";

/** Draws the pictures that client sources import, once before all tests. */
export default makePictures;
