import { at, type Random, shuffle } from "./random.ts";

/** Graph of cells. `open` contains the pairs of neighbours that a passage connects. */
export type Maze = {
  neighbours: readonly (readonly number[])[];
  open: ReadonlySet<string>;
  start: number;
  goal: number;
};

/** A maze of squares; `cells[row][column]` is a cell number, or -1 outside the shape. */
export type GridMaze = Maze & {
  columns: number;
  rows: number;
  cells: readonly (readonly number[])[];
};

/** A round maze: ring 0 is the centre, `rings[ring]` lists the cells of a ring clockwise. */
export type RingMaze = Maze & { rings: readonly (readonly number[])[] };

type GridOptions = {
  columns: number;
  rows: number;
  random: Random;
  /** Whether a square belongs to the maze; defaults to all. The squares must be connected. */
  inside?: (column: number, row: number) => boolean;
};

/**
 * Makes a maze with exactly one path from start (upper left) to goal (lower right): its passages
 * form a spanning tree.
 */
export function makeMaze({ columns, rows, random, inside = () => true }: GridOptions): GridMaze {
  let count = 0;
  const cells = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => (inside(column, row) ? count++ : -1)),
  );
  const neighbours: number[][] = Array.from({ length: count }, () => []);
  cells.forEach((line, row) =>
    line.forEach((cell, column) => {
      for (const other of [line[column + 1] ?? -1, cells[row + 1]?.[column] ?? -1]) {
        if (cell < 0 || other < 0) continue;
        neighbours[cell]?.push(other);
        neighbours[other]?.push(cell);
      }
    }),
  );
  const open = carve(neighbours, random);
  return { columns, rows, cells, neighbours, open, start: 0, goal: count - 1 };
}

/** Makes a round maze with exactly one path from the outer ring to the centre. */
export function makeRingMaze({ rings, random }: { rings: number; random: Random }): RingMaze {
  let count = 1;
  const cells: number[][] = [[0]];
  for (let ring = 1; ring < rings; ring++) {
    const sectors = ring < 2 ? 6 : ring < 4 ? 12 : 24;
    cells.push(Array.from({ length: sectors }, () => count++));
  }
  const neighbours: number[][] = Array.from({ length: count }, () => []);
  const join = (one: number, other: number) => {
    neighbours[one]?.push(other);
    neighbours[other]?.push(one);
  };
  cells.slice(1).forEach((ring, index) => {
    const inner = at(cells, index);
    ring.forEach((cell, sector) => {
      join(cell, at(ring, sector + 1));
      join(cell, at(inner, Math.floor((sector * inner.length) / ring.length)));
    });
  });
  const outer = at(cells, -1);
  const start = at(outer, Math.floor(random() * outer.length));
  return { rings: cells, neighbours, open: carve(neighbours, random), start, goal: 0 };
}

export function isOpen(maze: Maze, one: number, other: number): boolean {
  return maze.open.has(passage(one, other));
}

/** Random depth-first walk through all cells; long winding ways with short dead ends. */
function carve(neighbours: readonly (readonly number[])[], random: Random): Set<string> {
  const open = new Set<string>();
  const seen = new Set([0]);
  const trail = [0];
  while (trail.length) {
    const cell = at(trail, -1);
    const next = shuffle(random, at(neighbours, cell)).find((other) => !seen.has(other));
    if (next === undefined) {
      trail.pop();
      continue;
    }
    open.add(passage(cell, next));
    seen.add(next);
    trail.push(next);
  }
  if (seen.size < neighbours.length) throw new Error("The form of the maze falls apart");
  return open;
}

function passage(one: number, other: number): string {
  return one < other ? `${one}-${other}` : `${other}-${one}`;
}
