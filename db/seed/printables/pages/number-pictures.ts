import { dot, type Drawing, line } from "../drawings/kit.ts";
import type { ColourWord } from "../palette.ts";
import { ellipse } from "../path.ts";

/** One area: its closed outline, the colour's place in the key, and where the number stands. */
type Area = readonly [outline: string, colour: number, labelX: number, labelY: number];
/** A picture in closed areas; `extra` is drawn on top. */
export type NumberPuzzle = {
  name: string;
  colours: readonly ColourWord[];
  areas: readonly Area[];
  extra: Drawing;
};

/** Pictures in a frame of 100 units, areas from back to front. */
export const NUMBER_PICTURES = {
  house: {
    name: "house",
    colours: ["blue", "green", "red", "yellow", "brown"],
    areas: [
      ["M0 0H100V72H0Z", 1, 42, 12],
      ["M0 72C20 62 40 70 60 68S90 70 100 66V100H0Z", 2, 12, 86],
      [ellipse(16, 18, 11), 4, 16, 18],
      ["M66 36V14H76V46Z", 5, 71, 25],
      ["M26 50H78V88H26Z", 4, 36, 80],
      ["M52 22L86 54H18Z", 3, 52, 42],
      ["M46 88V68Q54 60 62 68V88Z", 5, 54, 78],
      ["M32 58h10v12h-10Z", 1, 37, 64],
      ["M66 58h10v12h-10Z", 1, 71, 64],
      ["M88 90C82 70 84 58 90 52C96 58 99 70 94 90Z", 2, 90, 74],
    ],
    extra: [dot(58, 79, 0.9)],
  },
  fish: {
    name: "fish",
    colours: ["blue", "orange", "yellow", "green", "red"],
    areas: [
      ["M0 0H100V100H0Z", 1, 12, 12],
      ["M0 88C20 80 40 92 60 86S90 84 100 88V100H0Z", 3, 50, 94],
      ["M10 90C4 76 16 70 8 56C20 66 14 76 20 90Z", 4, 13, 80],
      ["M90 90C84 78 96 74 88 62C100 70 94 80 99 90Z", 4, 92, 82],
      ["M68 46C80 34 92 28 96 28C92 40 92 56 96 68C90 68 80 58 68 50Z", 5, 86, 48],
      ["M36 22C44 8 60 10 62 26Z", 5, 49, 18],
      ["M8 48C18 26 34 20 48 22C62 24 72 36 76 48C72 60 62 74 48 76C34 78 18 70 8 48Z", 2, 18, 50],
      [
        "M34 24C40 22 46 22 48 22C54 38 54 60 48 76C42 76 38 76 34 74C40 58 40 40 34 24Z",
        3,
        44,
        50,
      ],
      ["M60 28C68 34 72 40 76 48C72 56 68 62 60 70C64 56 64 42 60 28Z", 3, 68, 49],
    ],
    extra: [dot(24, 40, 2), line("M12 56q5 4 9 0")],
  },
  butterfly: {
    name: "butterfly",
    colours: ["orange", "yellow", "blue", "purple", "black"],
    areas: [
      ["M48 46C40 8 10 2 6 22C2 42 22 56 48 52Z", 1, 36, 26],
      ["M52 46C60 8 90 2 94 22C98 42 78 56 52 52Z", 1, 64, 26],
      ["M48 54C24 54 12 74 22 88C36 98 46 76 49 62Z", 4, 38, 64],
      ["M52 54C76 54 88 74 78 88C64 98 54 76 51 62Z", 4, 62, 64],
      [ellipse(22, 26, 9), 2, 22, 26],
      [ellipse(78, 26, 9), 2, 78, 26],
      [ellipse(28, 78, 7.5), 3, 28, 78],
      [ellipse(72, 78, 7.5), 3, 72, 78],
      ["M50 26C55 26 55 32 54.5 38V70C54 82 46 82 45.5 70V38C45 32 45 26 50 26Z", 5, 50, 54],
    ],
    extra: [line("M48 27C46 16 42 12 37 10M52 27C54 16 58 12 63 10")],
  },
  balloons: {
    name: "hot air balloon",
    colours: ["blue", "red", "yellow", "brown", "green"],
    areas: [
      ["M0 0H100V84H0Z", 1, 10, 50],
      ["M0 84C14 74 28 74 40 82C54 70 76 72 100 80V100H0Z", 5, 20, 90],
      ["M50 6C72 6 86 22 84 40C82 54 66 64 60 68H40C34 64 18 54 16 40C14 22 28 6 50 6Z", 2, 24, 32],
      ["M50 6C66 6 74 22 72 40C70 54 62 64 58 68H42C38 64 30 54 28 40C26 22 34 6 50 6Z", 3, 36, 32],
      ["M50 6C58 6 60 22 60 38C60 52 56 64 54 68H46C44 64 40 52 40 38C40 22 42 6 50 6Z", 2, 50, 36],
      ["M40 76H60L58 90H42Z", 4, 50, 83],
    ],
    extra: [line("M41 68V76M59 68V76M50 68V76")],
  },
  flower: {
    name: "flower",
    colours: ["blue", "pink", "yellow", "green", "brown"],
    areas: [
      ["M0 0H100V80H0Z", 1, 12, 10],
      ["M0 80C24 74 60 76 100 80V100H0Z", 5, 22, 90],
      ["M47 50H53V88H47Z", 4, 50, 72],
      ["M47 82C40 64 22 64 14 72C22 84 36 86 47 82Z", 4, 29, 75],
      ["M53 82C60 64 78 64 86 72C78 84 64 86 53 82Z", 4, 71, 75],
      ...[0, 1, 2, 3, 4, 5].map((petal): Area => {
        const a = ((petal * 60 - 90) * Math.PI) / 180;
        const [x, y] = [50 + Math.cos(a) * 20, 36 + Math.sin(a) * 20];
        return [
          ellipse(x, y, 14, 10, petal * 60 - 90),
          2,
          50 + Math.cos(a) * 23,
          36 + Math.sin(a) * 23,
        ];
      }),
      [ellipse(50, 36, 11), 3, 50, 36],
    ],
    extra: [],
  },
  boat: {
    name: "boat",
    colours: ["blue", "yellow", "red", "orange", "brown"],
    areas: [
      ["M0 0H100V76H0Z", 1, 12, 44],
      [ellipse(16, 16, 10), 2, 16, 16],
      ["M48 8V60H16C20 40 32 22 48 8Z", 3, 36, 46],
      ["M54 14C72 24 84 42 86 60H54Z", 4, 66, 48],
      ["M8 64H94C92 78 82 86 72 86H30C20 86 10 78 8 64Z", 5, 50, 74],
      ["M0 82C10 76 16 88 26 82S42 88 52 82S68 88 78 82S94 86 100 82V100H0Z", 1, 50, 92],
    ],
    extra: [line("M51 6V64")],
  },
  dinosaur: {
    name: "dinosaur",
    colours: ["blue", "green", "yellow", "brown", "orange"],
    areas: [
      ["M0 0H100V80H0Z", 1, 60, 12],
      ["M0 80C30 74 70 76 100 80V100H0Z", 3, 26, 93],
      ["M66 80L82 42Q86 38 90 42L100 66V80Z", 4, 86, 62],
      [ellipse(88, 14, 9), 3, 88, 14],
      [
        "M6 24C6 10 24 8 28 18C34 32 32 46 42 54C54 44 72 48 78 60C82 68 90 70 96 66C94 80 86 84 78 80V92H67V82Q58 86 50 82V92H39V76C28 68 22 52 20 34C12 36 6 32 6 24Z",
        2,
        58,
        77,
      ],
      ["M42 54C54 44 66 48 72 53C66 58 50 60 42 54Z", 5, 57, 52.5],
      [ellipse(50, 68, 5.4, 4.6), 3, 50, 68],
      [ellipse(66, 66, 6, 5), 4, 66, 66],
    ],
    extra: [dot(17, 20, 1.7), line("M9 28q6 3 9 0")],
  },
  apple: {
    name: "apple",
    colours: ["red", "green", "brown", "yellow"],
    areas: [
      ["M4 92C30 84 70 84 96 92V98H4Z", 4, 50, 93.4],
      ["M47 34C47 24 46 16 42 10L48 8C52 16 52 24 52 34Z", 3, 49, 22],
      ["M52 26C54 12 68 6 80 10C78 22 66 30 52 26Z", 2, 66, 18],
      [
        "M50 34C40 22 10 24 10 54C10 78 28 92 40 92C46 92 46 89 50 89C54 89 54 92 60 92C72 92 90 78 90 54C90 24 60 22 50 34Z",
        1,
        50,
        62,
      ],
      ["M20 50C20 42 26 36 34 36C30 40 26 46 26 54C22 56 20 54 20 50Z", 4, 25, 46],
    ],
    extra: [],
  },
  snowman: {
    name: "snowman",
    colours: ["blue", "white", "orange", "red", "green"],
    areas: [
      ["M0 0H100V78H0Z", 1, 14, 30],
      ["M0 78C24 70 70 70 100 78V100H0Z", 2, 12, 91],
      ["M84 84L70 84L78 68H73L84 48L95 68H90L98 84Z", 5, 84, 74],
      [ellipse(48, 76, 22, 20), 2, 48, 84],
      [ellipse(48, 48, 17, 16), 2, 40, 57],
      [ellipse(48, 26, 14), 2, 40, 33],
      ["M48 27L64 30L48 33Z", 3, 52, 31.2],
      ["M34 38Q48 46 62 38L64 44Q58 48 56 48L58 62L49 62L48 49Q40 48 32 44Z", 4, 53, 56],
      ["M28 17H68V12H60V2H36V12H28Z", 4, 48, 10],
    ],
    extra: [
      dot(43, 23, 1.7),
      dot(54, 23, 1.7),
      line("M31 48L14 38M65 48L80 36"),
      dot(48, 70, 1.6),
      dot(48, 78, 1.6),
    ],
  },
  face: {
    name: "happy child",
    colours: ["blue", "brown", "pink", "red", "yellow"],
    areas: [
      ["M0 0H100V100H0Z", 1, 10, 12],
      ["M14 100C16 86 34 82 50 82S84 86 86 100Z", 5, 50, 96],
      ["M16 50C8 20 30 4 52 6C76 6 92 24 84 50L80 60H20Z", 2, 50, 16],
      [ellipse(18, 54, 6, 8), 3, 18, 54],
      [ellipse(82, 54, 6, 8), 3, 82, 54],
      [
        "M24 32C36 36 60 34 68 28C76 34 80 42 80 54C80 78 66 90 50 90C34 90 20 78 20 54C20 44 22 38 24 32Z",
        3,
        50,
        44,
      ],
      ["M34 68Q50 76 66 68C64 82 36 82 34 68Z", 4, 50, 76.4],
    ],
    extra: [dot(37, 52, 2.8, 3.4), dot(63, 52, 2.8, 3.4), line("M49 57q-3 5 2 6")],
  },
} satisfies Record<string, NumberPuzzle>;

/** Names one color-by-number picture. */
export type NumberPicture = keyof typeof NUMBER_PICTURES;
