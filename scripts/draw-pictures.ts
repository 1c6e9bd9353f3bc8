// Draws the pictures that client sources import, unless they are up to date.
import { makePictures } from "./lib/drawings.ts";

await makePictures();
