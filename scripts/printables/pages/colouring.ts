import { draw, type DrawingName } from "../drawings.ts";
import { type ColourWord, colourTitle } from "../engine/palette.ts";
import { type Page, sheet, TOP } from "../engine/page.ts";
import { at, makeRandom, shuffle } from "../engine/random.ts";
import { box, INK, line, type Op, path, text, WHITE } from "../engine/scene.ts";
import { dottedWord, strokeWidth, writingLines } from "../engine/tracing.ts";

/** A full-page scene: one large drawing and some small ones around it. */
export function colouringPage(options: {
  title: string;
  hero: DrawingName;
  around: readonly DrawingName[];
  ground?: "grass" | "waves" | "snow" | "none";
}): Page {
  const { title, hero, around, ground = "grass" } = options;
  const places = [
    { x: 84, y: 150, size: 104 },
    { x: 264, y: 132, size: 84 },
    { x: 444, y: 152, size: 108 },
    { x: 62, y: 572, size: 104 },
    { x: 466, y: 578, size: 106 },
  ];
  return sheet({
    kind: "coloring page",
    title,
    hint: "Color it any way you like.",
    ops: [
      ...groundLines(ground),
      ...draw(hero, { x: 264, y: 396, size: 372, weight: 3.4 }),
      ...places.flatMap((place, index) => draw(at(around, index), place)),
    ],
  });
}

function groundLines(ground: string): Op[] {
  if (ground === "waves") {
    return [598, 624, 650].map((y, row) =>
      path(`M${row * 9} ${y}${"q14-10 28 0t28 0".repeat(9)}`, { stroke: INK, width: 1.6 }),
    );
  }
  if (ground === "snow")
    return [path("M0 600C90 560 190 590 264 582S430 566 528 600", { width: 2 })];
  if (ground === "none") return [];
  const tufts = [20, 140, 380, 506].map((x) => `M${x} 640l-5-14M${x} 640l0-18M${x} 640l6-13`);
  return [
    path("M0 604C90 580 200 592 264 588S440 578 528 604", { width: 2 }),
    path(tufts.join(""), { width: 1.8 }),
  ];
}

/** One thing in its colour: "red apple", the word to trace, and four things to find. */
export function colourWordPage(options: {
  colour: ColourWord;
  hero: DrawingName;
  thing: string;
  others: readonly DrawingName[];
}): Page {
  const { colour, hero, thing, others } = options;
  const height = 50;
  const width = strokeWidth(colour, height);
  const copies = Math.max(1, Math.floor(500 / (width + 40)));
  return sheet({
    kind: "color word",
    title: `Color it ${colour}`,
    hint: `Find your ${colour} crayon. What else at home is ${colour}?`,
    ops: [
      ...draw(hero, { x: 264, y: 226, size: 264, weight: 3.2 }),
      text(264, 396, `${colour} ${thing}`, { face: "display", size: 30, anchor: "middle" }),
      ...others
        .slice(0, 4)
        .flatMap((name, index) => draw(name, { x: 66 + index * 132, y: 472, size: 96 })),
      ...[552].flatMap((y) => [
        ...writingLines({ x: 0, y, width: 528, height }),
        ...Array.from({ length: copies }, (_, i) =>
          dottedWord(colour, { x: 12 + i * (width + 40), y, height }),
        ).flat(),
      ]),
    ],
  });
}

/** One very large picture with its colour and name below, for the youngest. */
export function firstColourPage(options: {
  colour: ColourWord;
  hero: DrawingName;
  thing: string;
}): Page {
  const { colour, hero, thing } = options;
  return sheet({
    kind: "first coloring",
    title: `${colourTitle(colour)} ${thing}`,
    hint: `Give your child the ${colour} crayon and read the words together.`,
    ops: [
      ...draw(hero, { x: 264, y: 330, size: 420, weight: 3.8 }),
      box({ x: 104, y: 582, width: 320, height: 72, radius: 36 }, { stroke: INK, width: 1.8 }),
      text(264, 631, colour, { face: "display", size: 42, anchor: "middle" }),
    ],
  });
}

/** Rows of mixed pictures: colour only those of one kind. */
export function findAndColourPage(options: {
  seed: string;
  colour: ColourWord;
  target: DrawingName;
  others: readonly DrawingName[];
}): Page {
  const random = makeRandom(options.seed);
  const bag = shuffle(random, [
    ...Array<DrawingName>(9).fill(options.target),
    ...Array.from({ length: 11 }, (_, i) => at(options.others, i)),
  ]);
  return sheet({
    kind: "find and color",
    title: `Find the ${options.colour} ones`,
    hint: `Color every picture like this one ${options.colour}. There are nine.`,
    motif: draw(options.target, { x: 490, y: 32, size: 66 }),
    ops: bag.flatMap((name, index) =>
      draw(name, {
        x: 66 + (index % 4) * 132,
        y: TOP + 66 + Math.floor(index / 4) * 120,
        size: 98,
      }),
    ),
  });
}

/** Half a picture on squared paper: draw the other half. */
export function symmetryPage({ picture, name }: { picture: DrawingName; name: string }): Page {
  const area = { x: 24, y: 98, side: 480 };
  const step = area.side / 12;
  const squares: Op[] = Array.from({ length: 13 }, (_, i) => i * step).flatMap((at_) => [
    line([area.x + at_, area.y], [area.x + at_, area.y + area.side], {
      stroke: "#cfcfcf",
      width: 0.8,
    }),
    line([area.x, area.y + at_], [area.x + area.side, area.y + at_], {
      stroke: "#cfcfcf",
      width: 0.8,
    }),
  ]);
  return sheet({
    kind: "symmetry",
    title: "Draw the other half",
    hint: `The ${name} wants to be whole again. Count the squares to help you.`,
    ops: [
      ...draw(picture, {
        x: area.x + area.side / 2,
        y: area.y + area.side / 2,
        size: area.side - 60,
        weight: 3.2,
      }),
      box(
        { x: area.x + area.side / 2, y: area.y, width: area.side / 2, height: area.side },
        { fill: WHITE, width: 0 },
      ),
      ...squares,
      line([264, area.y - 8], [264, area.y + area.side + 8], { width: 1.6, dash: [7, 6] }),
      text(264, 636, "Then color both halves the same.", { size: 14, anchor: "middle" }),
    ],
  });
}
