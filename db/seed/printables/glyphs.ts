/**
 * Letters and numbers as single strokes for tracing, in writing order. The top line is y = 0, the
 * middle line 50, the baseline 100, tails reach 140; x starts at 0.
 */
export type Glyph = { width: number; strokes: readonly string[] };

const glyph = (width: number, ...strokes: string[]): Glyph => ({ width, strokes });

const BOWL = "M52 62C44 46 2 44 2 75C2 106 44 104 52 88";

const GLYPHS: Record<string, Glyph> = {
  A: glyph(80, "M40 0L4 100", "M40 0L76 100", "M17 66H63"),
  B: glyph(62, "M4 0V100", "M4 0H26C64 0 64 46 28 47H4", "M28 47C72 48 70 100 28 100H4"),
  C: glyph(76, "M74 18C58 -8 4 -8 4 50C4 108 58 108 74 82"),
  D: glyph(72, "M4 0V100", "M4 0H22C86 2 86 98 22 100H4"),
  E: glyph(58, "M4 0V100", "M4 0H56", "M4 48H48", "M4 100H56"),
  F: glyph(56, "M4 0V100", "M4 0H56", "M4 48H48"),
  G: glyph(80, "M74 18C58 -8 4 -8 4 50C4 108 76 112 76 56", "M76 56H46"),
  H: glyph(70, "M4 0V100", "M66 0V100", "M4 49H66"),
  I: glyph(44, "M22 0V100", "M4 0H40", "M4 100H40"),
  J: glyph(54, "M48 0V70C48 110 4 110 4 76", "M28 0H54"),
  K: glyph(64, "M4 0V100", "M60 0L6 56", "M22 42L62 100"),
  L: glyph(56, "M4 0V100H54"),
  M: glyph(86, "M4 100V0", "M4 0L43 70L82 0", "M82 0V100"),
  N: glyph(74, "M4 100V0", "M4 0L70 100", "M70 100V0"),
  O: glyph(88, "M44 0C-10 0 -10 100 44 100C98 100 98 0 44 0"),
  P: glyph(62, "M4 0V100", "M4 0H26C70 0 70 54 26 54H4"),
  Q: glyph(90, "M44 0C-10 0 -10 100 44 100C98 100 98 0 44 0", "M58 70L88 104"),
  R: glyph(64, "M4 0V100", "M4 0H26C68 0 68 52 26 52H4", "M28 52L62 100"),
  S: glyph(66, "M60 16C48 -8 6 -4 6 24C6 56 62 42 62 74C62 106 14 108 4 82"),
  T: glyph(72, "M36 0V100", "M2 0H70"),
  U: glyph(70, "M4 0V62C4 112 66 112 66 62V0"),
  V: glyph(76, "M2 0L38 100L74 0"),
  W: glyph(104, "M2 0L28 100L52 20L76 100L102 0"),
  X: glyph(72, "M4 0L68 100", "M68 0L4 100"),
  Y: glyph(72, "M2 0L36 48", "M70 0L36 48V100"),
  Z: glyph(68, "M6 0H64L4 100H66"),
  a: glyph(54, BOWL, "M52 50V100"),
  b: glyph(54, "M4 0V100", "M4 62C12 46 52 44 52 75C52 106 12 104 4 88"),
  c: glyph(50, "M48 60C36 42 2 46 2 75C2 104 36 108 48 90"),
  d: glyph(54, BOWL, "M52 0V100"),
  e: glyph(52, "M4 74H50C50 40 2 42 2 75C2 106 36 106 49 90"),
  f: glyph(40, "M38 8C28 -6 16 0 16 18V100", "M2 50H34"),
  g: glyph(54, BOWL, "M52 50V118C52 146 14 144 6 128"),
  h: glyph(50, "M4 0V100", "M4 68C12 44 46 44 46 68V100"),
  i: glyph(12, "M6 50V100", "M6 28V29"),
  j: glyph(30, "M24 50V118C24 140 8 142 2 132", "M24 28V29"),
  k: glyph(48, "M4 0V100", "M42 52L6 80", "M18 72L46 100"),
  l: glyph(12, "M6 0V100"),
  m: glyph(80, "M4 50V100", "M4 68C10 44 40 44 40 68V100", "M40 68C46 44 76 44 76 68V100"),
  n: glyph(50, "M4 50V100", "M4 68C12 44 46 44 46 68V100"),
  o: glyph(54, "M27 50C-6 50 -6 100 27 100C60 100 60 50 27 50"),
  p: glyph(54, "M4 50V140", "M4 62C12 46 52 44 52 75C52 106 12 104 4 88"),
  q: glyph(54, BOWL, "M52 50V140"),
  r: glyph(38, "M4 50V100", "M4 70C8 50 26 46 36 54"),
  s: glyph(46, "M42 58C34 46 6 46 6 62C6 80 44 70 44 86C44 104 12 104 3 90"),
  t: glyph(38, "M16 14V84C16 104 32 102 36 94", "M2 50H34"),
  u: glyph(50, "M4 50V82C4 106 38 106 46 82", "M46 50V100"),
  v: glyph(50, "M2 50L25 100L48 50"),
  w: glyph(72, "M2 50L19 100L36 58L53 100L70 50"),
  x: glyph(50, "M4 50L46 100", "M46 50L4 100"),
  y: glyph(50, "M2 50L26 100", "M48 50L14 140"),
  z: glyph(48, "M4 50H44L4 100H46"),
  "0": glyph(62, "M31 0C-6 0 -6 100 31 100C68 100 68 0 31 0"),
  "1": glyph(34, "M4 22L24 0V100"),
  "2": glyph(62, "M6 24C8 -8 58 -8 58 26C58 52 22 72 4 100H60"),
  "3": glyph(60, "M6 14C18 -6 54 -4 54 24C54 46 36 48 24 48C44 48 58 54 58 74C58 106 14 108 3 84"),
  "4": glyph(66, "M44 0L4 68H64", "M46 36V100"),
  "5": glyph(60, "M14 0L8 46C30 32 58 44 58 70C58 106 16 108 3 86", "M14 0H54"),
  "6": glyph(60, "M46 0C18 16 4 44 4 68C4 110 58 110 58 70C58 38 14 38 5 66"),
  "7": glyph(60, "M4 0H58L22 100"),
  "8": glyph(
    60,
    "M52 16C38 -8 6 0 8 24C10 50 56 46 56 76C56 108 4 108 4 76C4 46 50 50 52 24C52 20 52 18 52 16",
  ),
  "9": glyph(58, "M54 30C52 -10 4 -8 4 30C4 64 50 62 54 32", "M54 30C54 60 48 80 40 100"),
};

/** The strokes of a letter or digit; throws for other signs. */
export function getStrokes(sign: string): Glyph {
  const found = GLYPHS[sign];
  if (!found) throw new Error(`No strokes for ${sign}`);
  return found;
}
