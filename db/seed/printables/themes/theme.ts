import type { DrawingName } from "../drawings/index.ts";
import type { Routine } from "../pages/charts.ts";
import type { Sorting, Story } from "../pages/cut-and-paste.ts";
import type { DotPicture } from "../pages/dot-pictures.ts";
import type { NumberPicture } from "../pages/number-pictures.ts";
import type { ColourWord, Crayon } from "../palette.ts";

type Pair = readonly [DrawingName, DrawingName];

/** What a month of the curriculum is about; pages are made from these lists and the month's seed. */
export type Theme = {
  weeks: readonly [string, string, string, string];
  books: readonly [string, string, string, string];
  cover: {
    line: string;
    hero: DrawingName;
    friends: readonly [DrawingName, DrawingName, DrawingName, DrawingName];
    crayons: readonly [Crayon, Crayon];
  };
  ground: "grass" | "waves" | "snow" | "none";
  /** At least twelve things of the month. */
  pictures: readonly DrawingName[];
  /** One capital letter a week. */
  letters: readonly [string, string, string, string];
  /** One number a week. */
  numbers: readonly [number, number, number, number];
  /** How far the month counts. */
  max: number;
  words: readonly (readonly [string, DrawingName])[];
  /** Who goes where; also read as a maze: "Help the … find the …". */
  pairs: readonly Pair[];
  pairsTitle: string;
  story: Story;
  sorting: Sorting;
  routine: Routine;
  dots: readonly [DotPicture, DotPicture];
  byNumber: NumberPicture;
  halves: readonly (readonly [DrawingName, string])[];
  colour: ColourWord;
  coloured: readonly (readonly [DrawingName, string])[];
  play: readonly string[];
};
