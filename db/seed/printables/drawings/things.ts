import { dot, face, line, mirror, oval, ring, shape, thin } from "./kit.ts";

export const balloon = [
  line("M50 70C46 78 56 84 50 96"),
  shape("M50 66L44 73H56Z"),
  shape("M50 5C72 5 82 20 82 36C82 54 64 67 50 67C36 67 18 54 18 36C18 20 28 5 50 5Z"),
  thin("M30 34C30 25 34 19 40 16"),
];

export const kite = [
  line("M38 68C46 76 34 82 42 88C50 94 60 86 70 94"),
  shape("M58 6L86 34L40 70L22 26Z"),
  thin("M58 6L40 70M22 26L86 34"),
  shape("M44 78l-9-3l3 9ZM44 78l9 2l-6 6ZM60 90l-4-8l9 1ZM60 90l-3 6l9-2Z"),
];

export const ball = [
  oval(50, 50, 42),
  shape("M50 34L65 45L59 63H41L35 45Z"),
  line("M50 34V9M65 45L90 37M59 63L75 83M41 63L25 83M35 45L10 37"),
];

export const drum = [
  shape("M10 36V74C10 86 90 86 90 74V36"),
  line("M10 42L28 80L42 46L58 84L72 46L86 80"),
  oval(50, 34, 40, 13),
  line("M34 30L12 6M62 30L88 8"),
  dot(11, 6, 3.6),
  dot(89, 8, 3.6),
];

export const yoyo = [
  line("M50 28C48 16 58 12 54 5"),
  ring(53, 5.5, 3.6),
  oval(50, 62, 32),
  ring(50, 62, 24),
  ...face(50, 58, 18, 2.8),
];

export const xylophone = [
  line("M8 30L92 40M8 72L92 60"),
  ...[0, 1, 2, 3, 4].map((bar) => {
    const [x, top, bottom] = [12 + bar * 17, 14 + bar * 5, 88 - bar * 5];
    return shape(`M${x} ${top}h9q3 0 3 3V${bottom - 3}q0 3-3 3h-9q-3 0-3-3V${top + 3}q0-3 3-3Z`);
  }),
  ...[0, 1, 2, 3, 4].flatMap((bar) => [dot(16.5 + bar * 17, 31 + bar * 2, 1.5), dot(16.5 + bar * 17, 71 - bar * 2.4, 1.5)]),
];

export const violin = [
  shape("M46 44V10H54V44Z"),
  shape("M45 10Q44 3 50 3Q56 3 55 10Z"),
  line("M42 9h4M54 9h4M42 15h4M54 15h4"),
  shape("M50 40C64 38 72 48 66 56C62 60 62 64 68 68C78 80 68 95 50 95C32 95 22 80 32 68C38 64 38 60 34 56C28 48 36 38 50 40Z"),
  thin("M48 14V82M52 14V82M44 84h12l-1 5h-10Z"),
  thin("M38 62c4 3 0 7 3 10M62 62c-4 3 0 7-3 10"),
  line("M82 6V92"),
];

export const blocks = [
  shape("M6 54H46V94H6ZM52 54H92V94H52ZM30 10H70V50H30Z"),
  thin("M12 60H40V88H12ZM58 60H86V88H58ZM36 16H64V44H36Z"),
  line("M44 38L50 22L56 38M46.5 33h7"),
  line("M22 66V82H27C32 82 32 74 27 74H22M22 66H26C31 66 31 74 26 74"),
  line("M77 69C72 64 65 67 65 74C65 81 72 84 77 79"),
];

export const hat = [
  shape("M20 64C20 30 34 16 50 16C66 16 80 30 80 64Z"),
  shape("M14 62H86Q92 62 92 70V80Q92 86 86 86H14Q8 86 8 80V70Q8 62 14 62Z"),
  oval(50, 14, 10),
  thin("M24 44Q37 52 50 44T76 44M20 63V86M32 63V86M44 63V86M56 63V86M68 63V86M80 63V86"),
];

export const sock = [
  shape("M34 8H70V46C70 58 62 62 54 68L34 88C20 98 4 84 14 70L34 50Z"),
  thin("M34 20H70M34 30H70M19 64C30 66 34 74 32 89M70 46C62 44 54 48 53 60Q53 64 56 67"),
];

export const mitten = [
  shape("M30 66C18 40 22 8 46 8C68 8 70 34 68 44C74 34 90 32 90 44C90 56 76 62 72 72Z"),
  shape("M28 66L74 72L72 90L26 86Z"),
  thin("M36 67l-2 19M46 68l-2 20M56 69l-2 20M66 71l-2 19M28 40Q38 46 46 40T66 40"),
];

export const boot = [
  shape("M36 8H66V50C74 60 92 60 92 74V82H36Z"),
  shape("M34 82H94V90Q94 92 92 92H36Q34 92 34 90Z"),
  thin("M36 18H66M52 30q5 5 0 10"),
];

export const shirt = [
  shape("M34 14Q50 28 66 14L94 30L84 50L74 45V90H26V45L16 50L6 30Z"),
  thin("M34 14Q50 34 66 14M26 62H74M26 72H74"),
];

export const crown = [
  shape("M12 76L6 30L30 50L50 14L70 50L94 30L88 76Z"),
  shape("M12 76H88V90H12Z"),
  oval(6, 27, 4.6), oval(50, 11, 4.6), oval(94, 27, 4.6),
  ring(50, 56, 6), ring(28, 64, 4), ring(72, 64, 4),
];

export const queen = [
  shape("M22 96C22 74 36 68 50 68C64 68 78 74 78 96Z"),
  shape("M26 44C20 62 22 74 30 78H70C78 74 80 62 74 44Z"),
  oval(50, 50, 23, 24),
  shape("M28 40C34 30 46 30 50 34C54 30 66 30 72 40C74 26 64 24 50 24C36 24 26 26 28 40Z"),
  shape("M30 26L26 5L40 15L50 3L60 15L74 5L70 26Z"),
  ...face(50, 51, 18, 2.5),
  thin("M38 80Q50 88 62 80"),
];

export const cup = [
  line("M74 46C92 42 94 70 70 70"),
  shape("M16 38H76V70C76 84 68 90 58 90H34C24 90 16 84 16 70Z"),
  thin("M34 28c-5-6 5-9 0-16M48 28c-5-6 5-9 0-16M62 28c-5-6 5-9 0-16"),
  ...face(46, 58, 18, 2.6),
];

export const book = [
  shape("M50 26C38 16 20 16 8 20V80C20 76 38 76 50 86C62 76 80 76 92 80V20C80 16 62 16 50 26Z"),
  line("M50 26V86"),
  thin("M16 32q14-2 26 4M16 44q14-2 26 4M16 56q14-2 26 4M58 36q12-6 26-4M58 48q12-6 26-4M58 60q12-6 26-4"),
];

export const key = [
  shape("M40 40L88 80L80 90L72 84L66 90L58 84L63 77L32 50Z"),
  oval(30, 34, 22),
  oval(28, 32, 9),
];

export const umbrella = [
  line("M50 14V6M50 50V82C50 94 34 94 34 83"),
  shape("M6 54C6 28 26 12 50 12C74 12 94 28 94 54C88 46 78 46 72 54C66 46 56 46 50 54C44 46 34 46 28 54C22 46 12 46 6 54Z"),
  thin("M28 54C28 34 38 20 50 12C62 20 72 34 72 54M50 54V12"),
];

export const jar = [
  shape("M28 24C18 32 18 40 18 48V84Q18 92 26 92H74Q82 92 82 84V48C82 40 82 32 72 24Z"),
  shape("M26 8H74V24H26Z"),
  thin("M34 8V24M42 8V24M50 8V24M58 8V24M66 8V24"),
  ring(50, 62, 20, 14),
  ...face(50, 58, 13, 2.2),
];

export const gift = [
  shape("M14 44H86V92H14Z"),
  shape("M8 28H92V46H8Z"),
  line("M42 28V92M58 28V92"),
  shape("M50 28C36 28 24 20 30 10C38 4 48 16 50 28ZM50 28C64 28 76 20 70 10C62 4 52 16 50 28Z"),
];

export const scissors = [
  line("M38 64L70 8M62 64L30 8"),
  oval(32, 78, 13, 15, 18),
  oval(68, 78, 13, 15, -18),
  dot(50, 44, 2.6),
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
  ring(70, 26, 10), ring(52, 20, 6), ring(86, 42, 6), ring(34, 30, 4),
];

export const tap = [
  shape("M30 90V54H18V42H30V34C30 18 42 10 56 10C74 10 84 22 84 40V48H68V42C68 32 64 26 56 26C50 26 46 30 46 36V90Z"),
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

export const bag = [
  line("M38 18C38 4 62 4 62 18"),
  ...mirror([shape("M14 50H22V84H18Q10 84 10 76V56Q10 50 14 50Z")]),
  shape("M22 40C22 24 34 16 50 16C66 16 78 24 78 40V86Q78 93 71 93H29Q22 93 22 86Z"),
  shape("M32 58H68V82H32Z"),
  line("M22 44Q50 54 78 44M32 66H68"),
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
