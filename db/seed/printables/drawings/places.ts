import { dot, face, line, mirror, oval, ring, shape, thin } from "./kit.ts";

export const house = [
  shape("M66 26V10H76V36Z"),
  shape("M16 44V92H84V44Z"),
  shape("M50 8L94 46H6Z"),
  shape("M42 92V66Q50 58 58 66V92Z"),
  dot(54, 79, 1.6),
  shape("M22 56h14v14h-14ZM64 56h14v14h-14Z"),
  thin("M29 56v14M22 63h14M71 56v14M64 63h14"),
  ring(50, 34, 6),
];

export const igloo = [
  shape("M6 84C6 46 24 20 50 20C76 20 94 46 94 84Z"),
  thin("M10 62H90M20 40H80M50 20V40M34 40V62M66 40V62M22 62V84M78 62V84"),
  shape("M32 84V66C32 48 68 48 68 66V84Z"),
  shape("M40 84V68C40 58 60 58 60 68V84Z"),
  line("M2 86H98"),
];

export const kennel = [
  shape("M18 46V92H82V46Z"),
  shape("M50 8L94 48L84 54L50 24L16 54L6 48Z"),
  shape("M34 92V66C34 48 66 48 66 66V92Z"),
  line("M10 92H90"),
  thin("M42 37h16v8h-16Z"),
];

export const hive = [
  shape(
    "M50 6C62 6 68 14 68 20C76 22 80 30 78 36C86 38 90 46 86 54C94 58 94 70 88 74C92 84 84 92 76 92H24C16 92 8 84 12 74C6 70 6 58 14 54C10 46 14 38 22 36C20 30 24 22 32 20C32 14 38 6 50 6Z",
  ),
  thin(
    "M32 20Q50 27 68 20M22 36Q50 45 78 36M14 54Q50 63 86 54M12 74Q34 80 38 78M88 74Q66 80 62 78",
  ),
  oval(50, 76, 12, 12),
];

export const pond = [
  shape("M8 62C6 46 28 40 46 44C62 38 94 46 92 62C92 78 66 84 48 82C28 84 8 76 8 62Z"),
  thin("M26 58q6-4 12 0M48 70q7-4 14 0M62 56q6-4 12 0"),
  line("M82 46V18M88 48V26M76 46V28"),
  shape("M80 20C78 12 80 6 82 6C84 6 86 12 84 20Z"),
  shape("M20 70C20 64 34 64 36 69L29 71L35 74C30 79 20 77 20 70Z"),
];

export const burrow = [
  shape("M4 84C12 48 30 32 50 32C70 32 88 48 96 84Z"),
  shape("M30 84C28 58 40 50 50 50C60 50 72 58 70 84Z"),
  thin("M36 84C35 66 42 58 50 58C58 58 65 66 64 84"),
  line("M2 84H98M24 42l-4-10M30 38l0-10M72 42l4-10M66 38l2-9"),
];

export const coral = [
  shape(
    "M42 92C44 74 40 64 26 60C14 56 12 42 14 34C18 28 24 32 23 38C23 46 28 50 36 52C34 40 30 30 34 20C38 14 45 17 44 24C42 36 48 50 50 58C54 48 52 36 56 26C60 20 67 24 65 31C62 40 62 46 61 52C70 50 74 44 75 36C78 29 86 32 85 39C84 52 78 62 64 66C58 70 58 80 60 92Z",
  ),
  line("M26 93H76"),
  dot(30, 55, 1.6),
  dot(40, 30, 1.6),
  dot(52, 68, 1.6),
  dot(60, 38, 1.6),
  dot(50, 80, 1.6),
];

export const castle = [
  shape("M24 40V94H76V40Z"),
  ...mirror([
    shape("M6 94V34H10V26H14V32H19V26H24V32H28V26H34V94Z"),
    shape("M16 26V24L20 6L24 24V26"),
    thin("M17 50q3-6 6 0v8h-6Z"),
  ]),
  shape("M34 48V40H40V46H47V40H53V46H60V40H66V48Z"),
  shape("M40 94V76C40 62 60 62 60 76V94Z"),
];

export const school = [
  shape("M8 50H92V92H8Z"),
  shape("M32 92V38L50 20L68 38V92Z"),
  line("M50 20V4"),
  shape("M50 4H64L60 8L64 13H50Z"),
  ring(50, 46, 7),
  thin("M50 46V41M50 46H54"),
  shape("M42 92V70H58V92Z"),
  thin("M50 70V92"),
  shape("M14 60h12v14h-12ZM74 60h12v14h-12Z"),
  thin("M20 60v14M14 67h12M80 60v14M74 67h12"),
];

export const car = [
  shape("M6 70C6 58 12 54 22 52L32 34Q34 30 40 30H62Q67 30 70 34L80 52C90 54 94 58 94 66V74H6Z"),
  thin("M30 52L37 38H50V52ZM55 38H62L70 52H55Z"),
  oval(26, 74, 12),
  oval(74, 74, 12),
  oval(26, 74, 4),
  oval(74, 74, 4),
  line("M54 60h6"),
  ring(89, 62, 2.6),
];

export const bus = [
  shape("M8 22Q8 14 16 14H84Q94 14 94 24V78H8Z"),
  thin("M14 24H30V44H14ZM36 24H52V44H36ZM58 24H74V44H58ZM80 24H94V48H80Z"),
  line("M8 54H94"),
  oval(28, 80, 11),
  oval(74, 80, 11),
  oval(28, 80, 3.6),
  oval(74, 80, 3.6),
  ...face(22, 32, 6, 1.3),
  ...face(44, 32, 6, 1.3),
];

export const train = [
  shape("M34 46H80V74H34Z"),
  shape("M8 20H42V74H8Z"),
  line("M4 18H46"),
  thin("M15 28H34V44H15Z"),
  shape("M64 46V26H60V18H78V26H74V46Z"),
  shape("M48 46C48 38 58 38 58 46Z"),
  shape("M80 62L94 78H76Z"),
  oval(22, 78, 13),
  oval(50, 80, 10),
  oval(72, 80, 10),
  oval(22, 78, 4),
  oval(50, 80, 3),
  oval(72, 80, 3),
  thin("M72 12c-4-6 6-9 8-5c4-5 12 0 7 5Z"),
];

export const rocket = [
  shape("M34 56C22 60 18 72 20 82L36 74ZM66 56C78 60 82 72 80 82L64 74Z"),
  shape("M50 4C66 18 70 42 64 76H36C30 42 34 18 50 4Z"),
  line("M37 24H63"),
  oval(50, 42, 9),
  ring(50, 42, 5.4),
  thin("M50 62V76"),
  shape("M40 78C38 86 44 88 45 94C48 90 50 90 50 96C52 90 54 90 56 93C56 88 62 86 60 78Z"),
];

export const van = [
  shape("M6 26Q6 20 12 20H62V76H6Z"),
  shape("M62 34H78L92 54Q94 56 94 60V76H62Z"),
  thin("M68 41H76L84 54H68Z"),
  line("M6 50H62"),
  oval(26, 77, 11),
  oval(76, 77, 11),
  oval(26, 77, 3.6),
  oval(76, 77, 3.6),
  thin("M20 36q7-8 14 0t14 0"),
];

export const tent = [
  shape("M50 14L94 88H6Z"),
  shape("M50 34L66 88H34Z"),
  line("M50 14L44 6M50 14L56 6M2 88H98"),
];
