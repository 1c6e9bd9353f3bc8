import { box, circle, INK, line, type Op, text, WHITE } from "./scene.ts";

type Cell = { x: number; y: number; width: number; height: number; cx: number; cy: number };

/** Returns the cells of an even grid, row by row, `gap` points apart. */
export function grid(options: {
  columns: number;
  rows: number;
  x?: number;
  y: number;
  width?: number;
  height: number;
  gap?: number;
}): Cell[] {
  const { columns, rows, x = 0, y, width = 528, height, gap = 0 } = options;
  const w = (width - gap * (columns - 1)) / columns;
  const h = (height - gap * (rows - 1)) / rows;
  return Array.from({ length: columns * rows }, (_, index) => {
    const left = x + (index % columns) * (w + gap);
    const top = y + Math.floor(index / columns) * (h + gap);
    return { x: left, y: top, width: w, height: h, cx: left + w / 2, cy: top + h / 2 };
  });
}

export function frame(cell: Omit<Cell, "cx" | "cy">, radius = 12): Op {
  return box({ ...cell, radius }, { stroke: INK, width: 1.6 });
}

export function cutFrame(cell: Omit<Cell, "cx" | "cy">): Op {
  return box(cell, { stroke: INK, width: 1.2, dash: [5, 5] });
}

export function tickBox(x: number, y: number, size = 13): Op {
  return box({ x, y, width: size, height: size, radius: 3 }, { stroke: INK, width: 1.4 });
}

export function bubble(x: number, y: number, label: string, radius = 15): Op[] {
  return [
    circle(x, y, radius, { stroke: INK, fill: WHITE, width: 1.6 }),
    text(x, y + radius * 0.4, label, { face: "display", size: radius * 1.15, anchor: "middle" }),
  ];
}

export function blank(x: number, y: number, width: number): Op {
  return line([x, y], [x + width, y], { stroke: "#8c8c8c", width: 1 });
}

/** Returns the centres of `count` pictures in centred rows of at most `perRow`. */
export function spread(area: Cell, count: number, perRow: number): { x: number; y: number }[] {
  const rows = Math.max(1, Math.ceil(count / perRow));
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    const step = area.width / perRow;
    return {
      x: area.cx + ((index % perRow) - (inRow - 1) / 2) * step,
      y: area.y + ((row + 0.5) * area.height) / rows,
    };
  });
}
