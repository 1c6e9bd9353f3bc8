import { draw, type DrawingName } from "../drawings.ts";
import { grid } from "../engine/layout.ts";
import { type Page, sheet, TOP } from "../engine/page.ts";
import { ellipse, polyline } from "../engine/path.ts";
import { at, makeRandom, shuffle } from "../engine/random.ts";
import { GREY, type Op, path, text, transform } from "../engine/scene.ts";

type Shape = { name: string; data: string; like: DrawingName };

const corners = (count: number, radius: number, turn = -90) =>
  polyline(
    Array.from({ length: count }, (_, i) => {
      const a = ((turn + (i * 360) / count) * Math.PI) / 180;
      return [50 + radius * Math.cos(a), 50 + radius * Math.sin(a)] as const;
    }),
    true,
  );

/** Outlines in a frame of 100 units and something round the house that has the same form. */
const SHAPES: readonly Shape[] = [
  { name: "circle", data: ellipse(50, 50, 42), like: "ball" },
  { name: "square", data: "M12 12H88V88H12Z", like: "gift" },
  { name: "triangle", data: "M50 10L92 86H8Z", like: "tent" },
  { name: "rectangle", data: "M4 24H96V76H4Z", like: "bus" },
  { name: "oval", data: ellipse(50, 50, 46, 30), like: "plainEgg" },
  {
    name: "heart",
    data: "M50 90C20 68 6 50 8 32C10 16 36 8 50 30C64 8 90 16 92 32C94 50 80 68 50 90Z",
    like: "heart",
  },
  {
    name: "star",
    data: "M50 6L62 38L95 39L69 60L78 93L50 74L22 93L31 60L5 39L38 38Z",
    like: "star",
  },
  { name: "diamond", data: "M50 4L84 50L50 96L16 50Z", like: "kite" },
  { name: "hexagon", data: corners(6, 44, 0), like: "hive" },
  { name: "half circle", data: "M6 72A44 44 0 0 1 94 72Z", like: "igloo" },
];

/** Six shapes to trace, each with its name and a picture that hides the same form. */
export function shapesPage({ seed }: { seed: string }): Page {
  const shapes = shuffle(makeRandom(seed), SHAPES).slice(0, 6);
  const cells = grid({ columns: 2, rows: 3, y: TOP + 6, height: 596, gap: 18 });
  const ops = shapes.flatMap((shape, index) => {
    const { x, cy, y } = at(cells, index);
    return [
      ...tracedShape(shape.data, { x: x + 78, y: cy - 12, size: 138 }),
      ...draw(shape.like, { x: x + 202, y: y + 84, size: 74 }),
      text(x + 78, cy + 86, shape.name, { face: "display", size: 17, anchor: "middle" }),
    ];
  });
  return sheet({
    kind: "shape tracing",
    title: "Trace the shapes",
    hint: "Say each name. Can you see the shape in the picture beside it?",
    ops,
  });
}

/** The outline of a shape as grey dots, centred. */
function tracedShape(data: string, at: { x: number; y: number; size: number }): Op[] {
  const scale = at.size / 100;
  const op = path(data, { stroke: GREY, width: 3, dash: [0.01, 7.5] });
  return transform([op], [scale, 0, 0, scale, at.x - at.size / 2, at.y - at.size / 2]);
}
