import { dot, face, line, mirror, oval, ring, shape, thin } from "./kit.ts";

export const cup = [
  line("M74 46C92 42 94 70 70 70"),
  shape("M16 38H76V70C76 84 68 90 58 90H34C24 90 16 84 16 70Z"),
  thin("M34 28c-5-6 5-9 0-16M48 28c-5-6 5-9 0-16M62 28c-5-6 5-9 0-16"),
  ...face(46, 58, 18, 2.6),
];

export const book = [
  shape("M50 26C38 16 20 16 8 20V80C20 76 38 76 50 86C62 76 80 76 92 80V20C80 16 62 16 50 26Z"),
  line("M50 26V86"),
  thin(
    "M16 32q14-2 26 4M16 44q14-2 26 4M16 56q14-2 26 4M58 36q12-6 26-4M58 48q12-6 26-4M58 60q12-6 26-4",
  ),
];

export const key = [
  shape("M40 40L88 80L80 90L72 84L66 90L58 84L63 77L32 50Z"),
  oval(30, 34, 22),
  oval(28, 32, 9),
];

export const jar = [
  shape("M28 24C18 32 18 40 18 48V84Q18 92 26 92H74Q82 92 82 84V48C82 40 82 32 72 24Z"),
  shape("M26 8H74V24H26Z"),
  thin("M34 8V24M42 8V24M50 8V24M58 8V24M66 8V24"),
  ring(50, 62, 20, 14),
  ...face(50, 58, 13, 2.2),
];

export const scissors = [
  ...mirror([
    shape("M44 58L68 8Q74 12 73 20L53 60Z"),
    oval(33, 77, 13, 15, 20),
    ring(33, 77, 7.5, 9.5, 20),
  ]),
  dot(50, 48, 2.8),
];

export const crayon = [
  shape("M38 26L44 8Q50 3 56 8L62 26Z"),
  shape("M34 26H66V94H34Z"),
  line("M34 38H66M34 82H66"),
  thin("M38 50q6-6 12 0t12 0M38 60q6-6 12 0t12 0M38 70q6-6 12 0t12 0"),
];

export const pencil = [
  shape("M20 66L34 80L12 88Z"),
  shape("M20 66L74 12L88 26L34 80Z"),
  line("M66 20L80 34"),
  thin("M26 72L76 22"),
  dot(14.5, 85.5, 2.4),
];

export const toothbrush = [
  shape("M8 64H92Q96 64 96 69Q96 74 92 74H8Q4 74 4 69Q4 64 8 64Z"),
  shape("M60 64V44H64L66 41L68 44H72L74 41L76 44H80L82 41L84 44H90V64Z"),
  thin("M67 46V64M75 46V64M83 46V64"),
  thin("M56 40C50 34 56 24 64 28C66 20 78 18 82 26C90 24 94 34 88 40"),
];

export const soap = [
  shape("M14 60C14 46 26 42 44 42C66 42 80 46 80 60C80 76 66 80 46 80C26 80 14 76 14 60Z"),
  ring(47, 60, 20, 9),
  ring(70, 26, 10),
  ring(52, 20, 6),
  ring(86, 42, 6),
  ring(34, 30, 4),
];

export const tap = [
  shape(
    "M30 90V54H18V42H30V34C30 18 42 10 56 10C74 10 84 22 84 40V48H68V42C68 32 64 26 56 26C50 26 46 30 46 36V90Z",
  ),
  line("M64 50H88"),
  shape("M10 40H20V56H10Z"),
  thin("M76 60c-5 8-5 12 0 12s5-4 0-12ZM76 78c-5 8-5 12 0 12s5-4 0-12Z"),
];

export const clock = [
  line("M30 84L24 94M70 84L76 94"),
  ...mirror([oval(26, 16, 10)]),
  oval(50, 52, 38),
  ring(50, 52, 31),
  line("M50 52V32M50 52L64 60"),
  dot(50, 52, 2.6),
  thin("M50 25v4M50 75v4M23 52h4M73 52h4"),
];

export const bed = [
  line("M8 22V90M92 46V90"),
  shape("M8 56H92V78H8Z"),
  shape("M14 56C14 44 36 44 38 56Z"),
  shape("M40 56C46 46 84 44 92 56V66H40Z"),
];

export const bucket = [
  line("M18 36C22 4 78 4 82 36"),
  shape("M14 36H86L76 92H24Z"),
  line("M10 36H90"),
  thin("M19 56Q34 64 50 56T81 56"),
];

export const wateringCan = [
  line("M64 40C64 10 96 20 84 52"),
  shape("M34 60L12 36L18 30L40 46Z"),
  shape("M8 34L20 24L24 29L11 40Z"),
  shape("M34 40H78V86Q78 90 74 90H38Q34 90 34 86Z"),
  ...face(56, 60, 16, 2.4),
  thin("M8 48v6M3 52v6M12 56v6"),
];

export const heart = [
  shape("M50 90C20 68 6 50 8 32C10 16 36 8 50 30C64 8 90 16 92 32C94 50 80 68 50 90Z"),
  thin("M20 34C21 28 25 25 30 24"),
];

export const shovel = [
  line("M50 12V56M38 8H62V14H38Z"),
  shape("M30 56H70V70C70 84 58 92 50 95C42 92 30 84 30 70Z"),
  thin("M50 64V82"),
];

export const flowerPot = [
  shape("M26 62H74L68 94H32Z"),
  shape("M22 50H78V62H22Z"),
  line("M50 50V34"),
  shape("M50 38C36 40 26 32 24 20C38 18 48 24 50 38ZM50 34C52 18 62 10 76 10C76 24 66 34 50 34Z"),
];

export const magnifier = [
  oval(42, 40, 30),
  ring(42, 40, 23),
  shape("M62 66L68 60L92 84Q94 92 86 92Z"),
];
