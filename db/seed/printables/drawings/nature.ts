import { ellipse } from "../path.ts";
import { dot, face, line, mirror, oval, shape, thin } from "./kit.ts";

const around = (count: number, draw: (x: number, y: number, angle: number) => string) =>
  Array.from({ length: count }, (_, step) => {
    const angle = (step / count) * 2 * Math.PI - Math.PI / 2;
    return draw(Math.cos(angle), Math.sin(angle), (angle * 180) / Math.PI);
  });

export const sun = [
  ...around(12, (x, y) => `M${50 + x * 33} ${50 + y * 33}L${50 + x * 45} ${50 + y * 45}`).map(line),
  oval(50, 50, 25),
  ...face(50, 46, 18, 2.8),
];

export const cloud = [
  shape(
    "M26 76C8 78 2 56 18 50C14 32 34 22 44 34C50 18 76 20 76 42C94 38 100 62 86 72C82 76 76 76 72 76Z",
  ),
  ...face(50, 54, 18, 2.6),
];

export const rain = [
  shape(
    "M26 58C8 60 2 40 18 34C14 18 34 8 44 20C50 6 76 8 76 28C94 24 100 46 86 54C82 58 76 58 72 58Z",
  ),
  ...["26 70", "44 72", "62 70", "80 72", "34 86", "53 88", "71 86"].map((at) =>
    thin(`M${at}c-4 6 -4 9 0 9s4 -3 0 -9Z`),
  ),
];

export const snowman = [
  line("M26 56L8 44M12 47l-1-8M74 56L92 44M88 47l1-8"),
  oval(50, 76, 21),
  oval(50, 50, 16),
  oval(50, 28, 14),
  shape("M30 17H70Q72 14 68 13H62V3H38V13H32Q28 14 30 17Z"),
  ...face(50, 26, 11, 1.9).slice(0, 2),
  shape("M50 29L62 32L50 33Z"),
  dot(50, 47, 1.9),
  dot(50, 55, 1.9),
  dot(50, 70, 1.9),
  dot(50, 80, 1.9),
  thin("M38 37Q50 46 62 37"),
];

export const moon = [
  shape(
    "M62 8C38 8 18 26 18 50C18 74 38 92 62 92C68 92 74 90 80 87C62 84 50 68 50 50C50 32 62 16 80 13C74 10 68 8 62 8Z",
  ),
  dot(34, 46, 2.8, 3.4),
  line("M30 60q6 6 12 2"),
];

export const star = [
  shape(
    "M50 7L62 36Q63 38 65 38L94 40L71 60Q70 62 70 64L78 93L52 77Q50 76 48 77L22 93L30 64Q30 62 29 60L6 40L35 38Q37 38 38 36Z",
  ),
  ...face(50, 50, 18, 2.8),
];

export const snowflake = around(6, (x, y) => {
  const at = (along: number, side: number) =>
    `${50 + x * along - y * side} ${50 + y * along + x * side}`;
  return `M50 50L${at(43, 0)}M${at(33, -10)}L${at(25, 0)}L${at(33, 10)}M${at(42, -7)}L${at(37, 0)}L${at(42, 7)}`;
}).map(line);

export const flower = [
  line("M50 56V96"),
  shape("M50 84C44 70 30 70 22 76C28 86 40 90 50 88Z"),
  shape("M50 90C56 76 68 74 78 80C72 90 60 94 50 93Z"),
  ...around(6, (x, y, angle) => ellipse(50 + x * 18, 34 + y * 18, 13, 9.5, angle)).map(shape),
  oval(50, 34, 12),
  ...face(50, 32, 9, 1.7),
];

export const tulip = [
  line("M50 50V96"),
  shape("M48 94C30 90 24 74 26 62C38 66 48 78 50 94ZM52 94C70 90 76 78 74 66C62 70 52 80 50 94Z"),
  shape(
    "M28 12C36 18 40 22 42 24C44 16 47 10 50 6C53 10 56 16 58 24C60 22 64 18 72 12C80 34 70 54 50 54C30 54 20 34 28 12Z",
  ),
  thin("M42 24C40 34 42 44 50 54C58 44 60 34 58 24"),
];

export const tree = [
  shape("M43 94C45 84 45 74 44 62H56C55 74 55 84 57 94Z"),
  shape(
    "M34 66C18 70 6 58 12 44C4 32 16 18 30 20C36 4 64 4 70 20C84 18 96 32 88 44C94 58 82 70 66 66C60 74 40 74 34 66Z",
  ),
  thin("M30 36q5-7 12-5M58 28q8-2 11 5M44 52q6 5 12 0"),
  line("M30 94H70"),
];

export const fir = [
  shape("M42 80H58V94H42Z"),
  shape("M50 44L86 80Q74 84 68 79Q60 86 50 80Q40 86 32 79Q26 84 14 80Z"),
  shape("M50 24L78 56Q68 60 62 55Q56 62 50 56Q44 62 38 55Q32 60 22 56Z"),
  shape("M50 5L70 34Q60 38 56 33Q53 38 50 34Q47 38 44 33Q40 38 30 34Z"),
];

export const leaf = [
  shape("M14 86C6 44 36 12 88 10C92 62 60 94 14 86Z"),
  line("M6 94L66 34"),
  thin("M32 68H58M46 54H72M32 68V42M46 54V30"),
];

export const oakLeaf = [
  shape(
    "M50 84C40 88 28 84 30 74C18 78 10 66 18 58C8 54 10 40 22 40C18 28 30 20 38 26C38 14 46 8 50 6C54 8 62 14 62 26C70 20 82 28 78 40C90 40 92 54 82 58C90 66 82 78 70 74C72 84 60 88 50 84Z",
  ),
  line("M50 96V30"),
  thin("M50 70L34 60M50 70L66 60M50 52L34 42M50 52L66 42"),
];

export const acorn = [
  line("M50 20C50 12 54 8 58 6"),
  shape("M22 42C22 68 38 86 50 95C62 86 78 68 78 42Z"),
  shape("M50 18C72 18 88 30 86 42Q84 46 78 46H22Q16 46 14 42C12 30 28 18 50 18Z"),
  thin("M28 26L44 45M46 19L66 45M64 20L82 42M72 26L56 45M54 19L34 45M36 20L18 42"),
];

export const nest = [
  shape("M38 52C36 36 44 26 50 26C58 26 64 38 62 52Z"),
  shape("M18 52C20 38 28 30 35 32C44 34 46 44 44 54Z"),
  shape("M56 54C54 44 58 34 66 32C73 30 80 40 82 52Z"),
  shape("M6 52Q50 62 94 52C92 74 76 88 50 88C24 88 8 74 6 52Z"),
  thin("M14 62Q40 72 70 66M20 72Q50 80 84 66M32 82Q54 84 74 76M26 58l-4 14M48 62l6 20M70 60l-8 22"),
];

export const cactus = [
  shape("M34 66H66L62 94H38Z"),
  line("M30 66H70"),
  shape("M40 66V18C40 4 60 4 60 18V36H66V28C66 20 78 20 78 28V40C78 46 74 48 70 48H60V66Z"),
  shape("M40 54H30C26 54 22 52 22 46V36C22 28 34 28 34 36V42H40"),
  ...face(50, 30, 9, 1.8),
];

export const puddle = [
  shape("M10 66C8 54 30 50 40 56C52 46 86 50 90 62C96 74 80 84 60 80C46 88 12 82 10 66Z"),
  thin("M28 66q10-6 18 0M52 70q10-6 20 0"),
  thin(
    "M30 36c-5 8-5 12 0 12s5-4 0-12ZM54 22c-5 8-5 12 0 12s5-4 0-12ZM76 34c-5 8-5 12 0 12s5-4 0-12Z",
  ),
];

export const rainbow = [
  ...[42, 33, 24, 15].map((r) => line(`M${50 - r} 70A${r} ${r} 0 0 1 ${50 + r} 70`)),
  ...mirror([shape("M8 84C-2 84 0 70 10 70C12 60 26 60 28 68C38 66 42 82 32 84Z")]),
];

export const wind = [
  line("M6 36H62C78 36 80 14 66 14C58 14 56 24 63 26"),
  line("M12 52H80C96 52 96 32 84 32C78 32 76 40 82 42"),
  line("M6 68H54C68 68 70 88 58 88C51 88 49 79 56 77"),
];

export const drop = [
  shape("M50 6C64 30 80 46 80 64C80 82 66 93 50 93C34 93 20 82 20 64C20 46 36 30 50 6Z"),
  ...face(50, 60, 18, 2.8),
];
