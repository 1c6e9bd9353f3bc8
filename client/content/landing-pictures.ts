import manifest from "./pictures/landing.gen.json" with { type: "json" };
import type { Pictures } from "./pictures.ts";

export const landingPictures: Pictures = manifest;
