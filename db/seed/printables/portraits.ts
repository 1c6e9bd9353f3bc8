import { draw, type DrawingName } from "./drawings/index.ts";
import { dot, line, mirror, oval, place, shape, thin } from "./drawings/kit.ts";
import { INK_COLOURS } from "./palette.ts";
import type { Picture } from "./picture.ts";
import { box, INK, path, type PathOp, WHITE } from "./scene.ts";

/** A head and shoulders in a frame of 100 x 100 units, as a child might colour it in. */
type Portrait = {
  alt: string;
  /** Behind the face and in front of it; outlines that are filled with the hair's colour. */
  back?: readonly string[];
  front: readonly string[];
  hair: string;
  shirt: string;
  /** Drawn last: glasses, a beard's mouth, earrings. */
  extra?: readonly PathOp[];
};

const { brown, yellow, red, blue, green, orange, pink, purple } = INK_COLOURS;
const DARK = "#3d4660";

const GLASSES: readonly PathOp[] = [
  ...mirror([path("M33 50a7.5 7.5 0 1 1 15 0a7.5 7.5 0 1 1-15 0Z", { stroke: INK, width: 0.8 })]),
  thin("M48 49q2-2 4 0M33 49l-4-2M67 49l4-2"),
];
const PARTED = "M29 48C27 28 38 22 50 22C62 22 73 28 71 48C68 38 60 33 54 29C48 35 36 38 29 48Z";
const FRINGE = "M29 48C27 26 39 21 50 21C61 21 73 26 71 48C69 42 67 40 66 38H34C33 40 31 42 29 48Z";
const SHORT =
  "M28 47C24 26 36 14 52 16C68 15 76 28 72 47C70 40 69 36 64 32C54 36 42 35 35 32C31 36 30 40 28 47Z";

const FACES: readonly Portrait[] = [
  {
    alt: "A woman with long hair",
    back: ["M24 84C18 60 18 14 50 14C82 14 82 60 76 84C66 90 34 90 24 84Z"],
    front: [PARTED],
    hair: brown,
    shirt: green,
  },
  {
    alt: "A man with short hair and a beard",
    front: [
      SHORT,
      "M29 52C29 72 40 78 50 78C60 78 71 72 71 52C68 60 62 61 50 60C38 61 32 60 29 52Z",
    ],
    hair: DARK,
    shirt: blue,
    extra: [path("M43 63q7 6 14 0", { stroke: WHITE, width: 1 })],
  },
  {
    alt: "A woman with her hair in a bun",
    back: ["M38 14a12 11 0 1 1 24 0a12 11 0 1 1-24 0Z"],
    front: [PARTED],
    hair: red,
    shirt: DARK,
  },
  {
    alt: "A woman with curls",
    back: [
      "M30 72C18 72 14 60 20 54C12 48 14 36 22 34C20 22 32 16 38 18C44 8 56 8 62 18C68 16 80 22 78 34C86 36 88 48 80 54C86 60 82 72 70 72Z",
    ],
    front: [
      "M30 46C26 38 30 30 36 30C38 24 46 22 50 26C54 22 62 24 64 30C70 30 74 38 70 46C68 40 62 40 60 36C56 40 52 38 50 35C48 38 44 40 40 36C38 40 32 40 30 46Z",
    ],
    hair: DARK,
    shirt: yellow,
  },
  {
    alt: "A woman with gray hair and glasses",
    back: [
      "M28 62C20 58 20 46 24 40C22 26 34 14 50 14C66 14 78 26 76 40C80 46 80 58 72 62C64 64 36 64 28 62Z",
    ],
    front: [FRINGE],
    hair: "#d6d3ce",
    shirt: purple,
    extra: GLASSES,
  },
  {
    alt: "A woman with a headscarf",
    back: [
      "M50 10C74 10 80 32 78 54C78 70 86 78 88 88C70 98 30 98 12 88C14 78 22 70 22 54C20 32 26 10 50 10Z",
    ],
    front: [
      "M30 50C26 28 38 22 50 22C62 22 74 28 70 50C70 44 66 34 50 34C34 34 30 44 30 50Z",
      "M29 56C32 74 42 80 50 80C58 80 68 74 71 56C76 74 66 90 50 92C34 90 24 74 29 56Z",
    ],
    hair: blue,
    shirt: "#ffffff",
  },
  {
    alt: "A man with glasses",
    front: [
      "M28 47C23 30 30 18 40 20C46 12 64 12 70 20C78 24 76 36 72 47C70 38 66 34 60 30C52 34 40 32 34 33C30 38 30 42 28 47Z",
    ],
    hair: orange,
    shirt: green,
    extra: GLASSES,
  },
  {
    alt: "A woman with a bob",
    back: ["M24 66C16 30 30 12 50 12C70 12 84 30 76 66C72 72 28 72 24 66Z"],
    front: [FRINGE],
    hair: DARK,
    shirt: red,
  },
  {
    alt: "A woman with a ponytail",
    back: ["M58 18C84 8 92 34 86 54C84 64 88 70 90 76C78 78 72 66 73 54L64 30Z"],
    front: ["M29 48C26 26 38 18 50 18C64 18 74 28 71 48C67 36 58 28 46 28C38 32 32 38 29 48Z"],
    hair: yellow,
    shirt: blue,
  },
  {
    alt: "A woman with two braids",
    back: [
      "M27 48C16 54 20 62 24 64C16 70 20 78 24 80C20 86 22 92 26 94C34 90 34 84 30 80C36 76 36 68 31 64C36 60 36 52 32 48Z",
      "M73 48C84 54 80 62 76 64C84 70 80 78 76 80C80 86 78 92 74 94C66 90 66 84 70 80C64 76 64 68 69 64C64 60 64 52 68 48Z",
    ],
    front: [PARTED],
    hair: brown,
    shirt: pink,
  },
];

/** Ten drawn faces for testimonials, and the page's author at her table. Nobody real is shown. */
export const PORTRAITS: readonly Picture[] = [
  ...FACES.map((face, index) => ({
    slug: `portrait-${index + 1}`,
    alt: `${face.alt}, drawn`,
    width: 100,
    height: 100,
    widths: [80, 160],
    sheets: [],
    words: place(head(face), { x: 50, y: 52, size: 100, weight: 2.2 }),
  })),
  author(),
];

function head({ back = [], front, hair, shirt, extra = [] }: Portrait): PathOp[] {
  const filled = (data: string, fill: string) => path(data, { stroke: INK, fill, width: 1 });
  return [
    ...back.map((data) => filled(data, hair)),
    filled("M10 104C10 86 26 80 42 77V66H58V77C74 80 90 86 90 104Z", shirt),
    shape("M42 66H58V78C55 83 45 83 42 78Z"),
    oval(50, 50, 21, 24),
    ...mirror([dot(42, 50, 1.9, 2.4)]),
    ...front.map((data) => filled(data, hair)),
    thin("M50 53q-2 4 1 4.6"),
    line("M43 63q7 6 14 0"),
    ...extra,
  ];
}

/** The author's table: she draws, her cat watches. */
function author(): Picture {
  const figure: Portrait = {
    alt: "",
    back: ["M38 12a13 12 0 1 1 26 0a13 12 0 1 1-26 0Z"],
    front: [PARTED],
    hair: brown,
    shirt: "#8cc7bd",
    extra: GLASSES,
  };
  const ink = { stroke: INK, width: 4 };
  return {
    slug: "author",
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
      ...place(head(figure), { x: 392, y: 330, size: 400, weight: 4.4 }),
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
  const sheet = shape("M10 0H90V100H10Z");
  return [
    ...place([sheet], { x, y, turn, size: 116, weight: 3.4 }),
    ...draw(name, { x, y, turn, size: 78, weight: 3 }),
  ];
}
