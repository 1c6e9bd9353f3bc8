import { dot, type Drawing, line, thin } from "../drawings/kit.ts";

/** `dots` are x,y pairs in counting order; `extra` is what is already drawn. */
export type DotPuzzle = { name: string; dots: string; extra: Drawing };

const eyes = (cx: number, cy: number, gap: number) => [dot(cx - gap, cy, 2), dot(cx + gap, cy, 2)];

/** Pictures in a frame of 100 units. */
export const DOT_PICTURES = {
  house: {
    name: "house",
    dots: "14,94 14,50 4,50 50,10 66,24 66,12 78,12 78,34 96,50 86,50 86,94 60,94 60,66 40,66 40,94",
    extra: [thin("M20 58h14v14h-14ZM66 58h14v14h-14Z")],
  },
  fish: {
    name: "fish",
    dots: "6,50 20,30 40,20 58,26 74,44 95,24 90,50 95,76 74,56 58,74 40,80 20,70",
    extra: [dot(22, 44, 2.6), line("M38 34Q48 50 38 66"), thin("M10 58q6 3 9 0")],
  },
  star: {
    name: "star",
    dots: "50,5 62,37 96,38 69,59 79,93 50,74 21,93 31,59 4,38 38,37",
    extra: [...eyes(50, 50, 7), line("M46 58q4 4 8 0")],
  },
  boat: {
    name: "boat",
    dots: "50,6 50,62 8,62 22,88 78,88 92,62 54,62 86,54 72,30",
    extra: [thin("M4 96q6-5 12 0t12 0t12 0t12 0t12 0t12 0t12 0t8-2"), thin("M46 18L20 54H46Z")],
  },
  tree: {
    name: "fir tree",
    dots: "50,4 68,30 58,30 78,54 66,54 92,82 60,82 60,96 40,96 40,82 8,82 34,54 22,54 42,30 32,30",
    extra: [dot(50, 24, 1.8), dot(44, 46, 1.8), dot(60, 66, 1.8), dot(36, 72, 1.8)],
  },
  cat: {
    name: "cat",
    dots: "14,54 12,30 14,6 36,22 50,19 64,22 86,6 88,30 86,54 82,72 68,86 50,92 32,86 18,72",
    extra: [
      dot(35, 48, 3, 3.8),
      dot(65, 48, 3, 3.8),
      dot(50, 60, 3.4, 2.6),
      line("M50 62v5M42 68q4 4 8 0q4 4 8 0"),
      thin("M26 62L8 58M26 67L9 71M74 62L92 58M74 67L91 71"),
    ],
  },
  kite: {
    name: "kite",
    dots: "50,4 66,20 84,36 68,54 50,74 32,54 16,36 34,20",
    extra: [line("M50 81C44 86 58 90 50 97"), thin("M50 4V74M16 36H84")],
  },
  rocket: {
    name: "rocket",
    dots: "50,4 60,16 66,34 66,54 82,72 82,90 64,78 36,78 18,90 18,72 34,54 34,34 40,16",
    extra: [
      thin("M42 40a8 8 0 1 0 16 0a8 8 0 1 0 -16 0"),
      thin("M42 80q-2 8 4 14q4-6 8 0q6-6 4-14"),
    ],
  },
  apple: {
    name: "apple",
    dots: "50,30 36,22 20,26 10,42 12,62 22,80 36,92 50,88 64,92 78,80 88,62 90,42 80,26 64,22",
    extra: [line("M50 30C50 20 48 14 44 8"), line("M51 22C54 10 66 6 76 10C74 20 62 26 51 22Z")],
  },
  butterfly: {
    name: "butterfly",
    dots: "50,32 36,14 14,10 6,28 16,48 32,54 16,68 20,86 38,86 50,68 62,86 80,86 84,68 68,54 84,48 94,28 86,10 64,14",
    extra: [line("M50 34V68"), thin("M49 32C46 20 44 14 40 8M51 32C54 20 56 14 60 8")],
  },
  dinosaur: {
    name: "dinosaur",
    dots: "6,22 12,8 24,8 32,22 34,40 44,50 62,42 78,52 97,66 80,76 80,94 68,94 66,80 50,80 48,94 36,94 34,76 22,58 18,30",
    extra: [dot(17, 17, 2), line("M8 25q6 2 9-1"), thin("M54 56h0.1M62 60h0.1M58 64h0.1")],
  },
  snowman: {
    name: "snowman",
    dots: "34,20 34,4 66,4 66,20 70,32 62,44 76,56 80,74 70,90 50,96 30,90 20,74 24,56 38,44 30,32",
    extra: [
      ...eyes(50, 28, 6),
      line("M28 20H72"),
      dot(50, 62, 1.8),
      dot(50, 74, 1.8),
      thin("M50 33l8 2l-8 2M22 60L6 52M78 60L94 52"),
    ],
  },
  whale: {
    name: "whale",
    dots: "6,56 14,40 30,32 50,32 66,42 78,46 82,34 74,22 88,26 98,18 98,34 90,46 84,66 68,80 44,84 20,78 8,68",
    extra: [
      dot(24, 50, 2.4),
      line("M8 62C22 70 36 70 48 62"),
      thin("M40 30C40 20 34 16 28 18M40 30C40 20 46 16 52 18"),
    ],
  },
} satisfies Record<string, DotPuzzle>;

/** Names one dot-to-dot picture. */
export type DotPicture = keyof typeof DOT_PICTURES;
