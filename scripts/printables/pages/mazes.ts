import { z } from "zod";
import { draw } from "../drawings.ts";
import { type GridMaze, isOpen, makeMaze, makeRingMaze, type RingMaze } from "../engine/maze.ts";
import { definePage, type Drawn } from "../engine/page.ts";
import { at, type Random } from "../engine/random.ts";
import { INK, type Op, path } from "../engine/scene.ts";
import { wordFor } from "../lists.ts";
import * as is from "../schemas.ts";

/** Columns, rows and wall width by level; "first" suits two-year-olds. */
const LEVELS = {
  first: { columns: 4, rows: 5, wall: 4.5 },
  easy: { columns: 6, rows: 7, wall: 3.6 },
  middle: { columns: 9, rows: 10, wall: 3.6 },
  tricky: { columns: 13, rows: 14, wall: 2.8 },
};

/** Functions that report whether a point is inside a shape; u and v run from -1 to 1 across it. */
const FORMS = {
  egg: (u, v) => (u / (0.72 + 0.3 * v * 0.5)) ** 2 + v ** 2 <= 1.04,
  diamond: (u, v) => Math.abs(u) + Math.abs(v) <= 1.16,
  house: (u, v) => v > -0.2 || Math.abs(u) <= 1.24 + v,
  heart: (u, v) =>
    v < -0.1
      ? (Math.abs(u) - 0.5) ** 2 + (v + 0.3) ** 2 * 0.75 <= 0.31
      : Math.abs(u) <= 1.1 - v * 1.02,
} satisfies Record<string, (u: number, v: number) => boolean>;

type Level = keyof typeof LEVELS;
type Form = keyof typeof FORMS;
const level = z.enum(Object.keys(LEVELS) as Level[]);
const form = z.enum(Object.keys(FORMS) as Form[]);

type Quest = z.infer<typeof is.pair>;

export const MAZE_PAGES = {
  maze: definePage({ quest: is.pair, level }, (options) => squareMaze(options, () => true)),

  "shaped maze": definePage({ quest: is.pair, level, form }, (options) =>
    squareMaze(options, FORMS[options.form]),
  ),

  "round maze": definePage({ quest: is.pair, rings: z.int() }, ({ quest, rings, random }) => {
    const maze = makeRingMaze({ rings, random });
    const step = 206 / rings;
    const centre = { x: 264, y: 378, step };
    const outer = at(maze.rings, -1);
    const angle = ((outer.indexOf(maze.start) + 0.5) / outer.length) * 2 * Math.PI - Math.PI / 2;
    const y = Math.max(112, Math.min(642, centre.y + Math.sin(angle) * 246));
    const ops = [
      ...ringWalls(maze, centre),
      ...draw(quest[1], { x: centre.x, y: centre.y, size: Math.min(60, step * 1.36) }),
      ...draw(quest[0], { x: centre.x + Math.cos(angle) * 238, y, size: 60 }),
    ];
    return { words: wordsOf(quest), ops, mazes: [maze] };
  }),
};

function squareMaze(
  { quest, level: name, random }: { quest: Quest; level: Level; random: Random },
  isIn: (u: number, v: number) => boolean,
): Drawn {
  const { columns, rows, wall } = LEVELS[name];
  const inside = (column: number, row: number) =>
    isIn(((column + 0.5) / columns) * 2 - 1, ((row + 0.5) / rows) * 2 - 1);
  const maze = makeMaze({ columns, rows, random, inside });
  const cell = Math.min(430 / columns, 470 / rows);
  const area = { x: 264 - (columns * cell) / 2, y: 372 - (rows * cell) / 2, cell };
  const [first, last] = [spot(maze, maze.start), spot(maze, maze.goal)];
  const left = area.x + first.column * cell + cell / 2;
  const right = area.x + last.column * cell + cell / 2;
  const below = area.y + (last.row + 1) * cell;
  const ops = [
    ...walls(maze, area, wall),
    ...draw(quest[0], { x: Math.max(48, left), y: area.y + first.row * cell - 36, size: 70 }),
    ...draw(quest[1], { x: Math.min(480, right), y: below + 37, size: 70 }),
  ];
  return { words: wordsOf(quest), ops, mazes: [maze] };
}

function wordsOf([who, what]: Quest) {
  return { who: wordFor(who), what: wordFor(what) };
}

type Area = { x: number; y: number; cell: number };

function walls(maze: GridMaze, area: Area, width: number): Op[] {
  const cellAt = (column: number, row: number) => maze.cells[row]?.[column] ?? -1;
  const blocked = (one: number, other: number) =>
    one < 0 || other < 0 ? one !== other : !isOpen(maze, one, other);
  const [first, last] = [spot(maze, maze.start), spot(maze, maze.goal)];
  const data: string[] = [];
  for (let row = 0; row <= maze.rows; row++) {
    for (let column = 0; column <= maze.columns; column++) {
      const here = cellAt(column, row);
      const [x, y] = [area.x + column * area.cell, area.y + row * area.cell];
      const door =
        (row === first.row && column === first.column) ||
        (row === last.row + 1 && column === last.column);
      if (blocked(cellAt(column, row - 1), here) && !door) data.push(`M${x} ${y}h${area.cell}`);
      if (blocked(cellAt(column - 1, row), here)) data.push(`M${x} ${y}v${area.cell}`);
    }
  }
  return [path(data.join(""), { stroke: INK, width })];
}

function spot(maze: GridMaze, cell: number): { column: number; row: number } {
  const row = maze.cells.findIndex((line) => line.includes(cell));
  return { row, column: at(maze.cells, row).indexOf(cell) };
}

function ringWalls(maze: RingMaze, centre: { x: number; y: number; step: number }): Op[] {
  const data: string[] = [];
  const point = (radius: number, share: number) => {
    const angle = share * 2 * Math.PI - Math.PI / 2;
    return `${centre.x + Math.cos(angle) * radius} ${centre.y + Math.sin(angle) * radius}`;
  };
  const bow = (radius: number, from: number, to: number) =>
    data.push(`M${point(radius, from)}A${radius} ${radius} 0 0 1 ${point(radius, to)}`);
  maze.rings.slice(1).forEach((ring, index) => {
    const [inner, outer] = [(index + 1) * centre.step, (index + 2) * centre.step];
    const below = at(maze.rings, index);
    ring.forEach((cell, sector) => {
      const [from, to] = [sector / ring.length, (sector + 1) / ring.length];
      const under = at(below, Math.floor((sector * below.length) / ring.length));
      if (!isOpen(maze, cell, under)) bow(inner, from, to);
      if (!isOpen(maze, cell, at(ring, sector + 1)))
        data.push(`M${point(inner, to)}L${point(outer, to)}`);
      if (ring === at(maze.rings, -1) && cell !== maze.start) bow(outer, from, to);
    });
  });
  return [path(data.join(""), { stroke: INK, width: 3.4 })];
}
