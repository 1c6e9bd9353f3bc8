import { draw, type DrawingName, place } from "../drawings.ts";
import type { Picture } from "./picture.ts";
import { box, INK, path, type PathOp, WHITE } from "../engine/scene.ts";
import { outlinesOf, readSheet, titleOf } from "../engine/svg.ts";

const FACES = readSheet("portraits");
const AUTHOR = "author";

/** Ten invented faces for testimonials, and the page's author at her table. */
export const PORTRAITS: readonly Picture[] = [
  ...[...FACES]
    .filter(([id]) => id !== AUTHOR)
    .map(([slug, face]) => ({
      slug,
      alt: `${titleOf(face)}, drawn`,
      width: 100,
      height: 100,
      widths: [80, 160],
      sheets: [],
      words: place(outlinesOf(face), { x: 50, y: 52, size: 100, weight: 2.2 }),
    })),
  author(),
];

/** The author's table: she draws, her cat watches. */
function author(): Picture {
  const face = FACES.get(AUTHOR);
  if (!face) throw new Error("The author has no portrait.");
  const ink = { stroke: INK, width: 4 };
  return {
    slug: AUTHOR,
    alt: "A drawing of a woman at a table with paper, crayons and a sleepy cat.",
    width: 720,
    height: 640,
    widths: [320, 640],
    sheets: [],
    words: [
      box({ x: 52, y: 40, width: 216, height: 214, radius: 10 }, { ...ink, fill: "#cfe4f7" }),
      path("M160 40V254M52 146H268M34 256H286", ink),
      ...draw("flowerPot", { x: 106, y: 208, size: 100, weight: 4 }),
      pinned({ x: 582, y: 132, turn: 5 }, "sun"),
      pinned({ x: 470, y: 92, turn: -6 }, "fish"),
      ...place(outlinesOf(face), { x: 392, y: 330, size: 400, weight: 4.4 }),
      path("M16 528H704V566H16Z", { ...ink, fill: "#fbdd9c" }),
      path("M62 566V640M658 566V640", ink),
      path("M286 528L312 474H504L530 528Z", { ...ink, fill: WHITE }),
      path("M346 510q14-26 28-4t28-4 28-4 26-2", { stroke: "#c43d1b", width: 6 }),
      path("M262 528C254 486 280 462 318 470L340 490C330 504 314 508 300 528Z", {
        ...ink,
        fill: "#8cc7bd",
      }),
      path("M524 528C538 480 512 452 480 462L450 486C462 500 480 502 490 528Z", {
        ...ink,
        fill: "#8cc7bd",
      }),
      path("M318 472q26-8 34 12-18 16-34 4Z", { ...ink, fill: WHITE }),
      path("M478 464q-30-6-38 16 20 14 38 0Z", { ...ink, fill: WHITE }),
      path("M446 478L412 502L422 470Z", { ...ink, width: 3, fill: "#f6be4b" }),
      ...draw("bucket", { x: 622, y: 476, size: 104, weight: 4 }),
      ...draw("cat", { x: 142, y: 440, size: 190, weight: 4.4 }),
    ].flat(),
  };
}

/** A child's drawing on the wall. */
function pinned(at: { x: number; y: number; turn: number }, name: DrawingName): PathOp[] {
  const { x, y, turn } = at;
  const sheet = path("M10 0H90V100H10Z", { stroke: INK, fill: WHITE, width: 1 });
  return [
    ...place([sheet], { x, y, turn, size: 116, weight: 3.4 }),
    ...draw(name, { x, y, turn, size: 78, weight: 3 }),
  ];
}
