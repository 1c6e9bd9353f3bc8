import { draw, type DrawingName } from "../drawings/index.ts";
import { wrapText } from "../fonts.ts";
import { CRAYON, type Crayon } from "../palette.ts";
import type { Page } from "../page.ts";
import { ellipse } from "../path.ts";
import { box, GREY, INK, type Op, path, text } from "../scene.ts";

/** The title sheet of a volume or product: ink line art over two patches of crayon. */
export type Cover = {
  title: string;
  line: string;
  hero: DrawingName;
  friends: readonly [DrawingName, DrawingName, DrawingName, DrawingName];
  crayons: readonly [Crayon, Crayon];
};

/** Draws a cover in the content area; its colours are pale and small enough for any printer. */
export function coverPage({ title, line, hero, friends, crayons }: Cover): Page {
  const [first, second] = crayons;
  const size = title.length > 22 ? 44 : 52;
  const heads = wrapText("display", title, size, 440);
  const below = 96 + heads.length * (size * 1.08);
  const [one, two, three, four] = friends;
  const ops: Op[] = [
    box({ x: 4, y: 4, width: 520, height: 672, radius: 26 }, { stroke: INK, width: 2.4 }),
    ...scribble(264, 424, 168, CRAYON[first]),
    path(ellipse(420, 268, 46, 42), { fill: CRAYON[second], width: 0 }),
    path(ellipse(104, 574, 52, 44), { fill: CRAYON[second], width: 0 }),
    text(264, 58, "PAPERCUB", { face: "strong", size: 14, anchor: "middle", colour: GREY }),
    ...heads.map((words, row) =>
      text(264, 64 + (row + 1) * size * 1.04, words, { face: "display", size, anchor: "middle" }),
    ),
    text(264, below, line, { size: 17, anchor: "middle", colour: GREY }),
    ...draw(hero, { x: 264, y: 434, size: 296, weight: 3.6 }),
    ...draw(one, { x: 90, y: 272, size: 92 }),
    ...draw(two, { x: 428, y: 272, size: 96 }),
    ...draw(three, { x: 92, y: 588, size: 104 }),
    ...draw(four, { x: 438, y: 590, size: 104 }),
  ];
  return { kind: "cover", title, ops };
}

/** A patch of colour with a wavy edge, as if rubbed on with the side of a crayon. */
function scribble(cx: number, cy: number, radius: number, colour: string): Op[] {
  const points = Array.from({ length: 16 }, (_, i) => {
    const angle = (i / 16) * 2 * Math.PI;
    const reach = radius * (i % 2 ? 1.03 : 0.96);
    return [cx + Math.cos(angle) * reach * 1.12, cy + Math.sin(angle) * reach] as const;
  });
  const [start] = points;
  const curves = points.map(([x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length] ?? [x, y];
    return `Q${x} ${y} ${(x + nx) / 2} ${(y + ny) / 2}`;
  });
  const [lx, ly] = points.at(-1) ?? [0, 0];
  const [sx, sy] = start ?? [0, 0];
  return [path(`M${(lx + sx) / 2} ${(ly + sy) / 2}${curves.join("")}Z`, { fill: colour, width: 0 })];
}
