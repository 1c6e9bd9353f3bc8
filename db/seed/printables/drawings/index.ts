import * as clothes from "./clothes.ts";
import * as toys from "./toys.ts";
import * as body from "./body.ts";
import * as dinosaurs from "./dinosaurs.ts";
import * as farm from "./farm.ts";
import * as food from "./food.ts";
import { type Drawing, place, type Place } from "./kit.ts";
import * as nature from "./nature.ts";
import * as pets from "./pets.ts";
import * as places from "./places.ts";
import * as sea from "./sea.ts";
import * as things from "./things.ts";
import * as wild from "./wild.ts";
import type { PathOp } from "../scene.ts";

const DRAWINGS = {
  ...pets,
  ...farm,
  ...wild,
  ...sea,
  ...food,
  ...nature,
  ...places,
  ...things,
  ...toys,
  ...clothes,
  ...dinosaurs,
  ...body,
};

/** Every picture of the library by name. */
export type DrawingName = keyof typeof DRAWINGS;

/** All names, for pages and tests that walk the whole library. */
export const DRAWING_NAMES = Object.keys(DRAWINGS) as DrawingName[];

/** Sets the named picture on a page, centred, `size` points wide and high. */
export function draw(name: DrawingName, where: Place): PathOp[] {
  const drawing: Drawing = DRAWINGS[name];
  return place(drawing, where);
}
