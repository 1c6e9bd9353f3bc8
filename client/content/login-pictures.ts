import manifest from "./pictures/login.gen.json" with { type: "json" };
import type { Pictures } from "./pictures.ts";

export const loginPictures: Pictures = manifest;
