import { dot, face, line, oval, ring, shape, thin } from "./kit.ts";

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
  ...[0, 1, 2, 3, 4].flatMap((bar) => [
    dot(16.5 + bar * 17, 31 + bar * 2, 1.5),
    dot(16.5 + bar * 17, 71 - bar * 2.4, 1.5),
  ]),
];

export const violin = [
  shape("M46 44V10H54V44Z"),
  shape("M45 10Q44 3 50 3Q56 3 55 10Z"),
  line("M42 9h4M54 9h4M42 15h4M54 15h4"),
  shape(
    "M50 40C64 38 72 48 66 56C62 60 62 64 68 68C78 80 68 95 50 95C32 95 22 80 32 68C38 64 38 60 34 56C28 48 36 38 50 40Z",
  ),
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

export const crown = [
  shape("M12 76L6 30L30 50L50 14L70 50L94 30L88 76Z"),
  shape("M12 76H88V90H12Z"),
  oval(6, 27, 4.6),
  oval(50, 11, 4.6),
  oval(94, 27, 4.6),
  ring(50, 56, 6),
  ring(28, 64, 4),
  ring(72, 64, 4),
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

export const gift = [
  shape("M14 44H86V92H14Z"),
  shape("M8 28H92V46H8Z"),
  line("M42 28V92M58 28V92"),
  shape("M50 28C36 28 24 20 30 10C38 4 48 16 50 28ZM50 28C64 28 76 20 70 10C62 4 52 16 50 28Z"),
];
