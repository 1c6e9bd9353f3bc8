import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isOpen,
  type Maze,
  makeMaze,
  makeRingMaze,
} from "../../../scripts/printables/engine/maze.ts";
import { at, makeRandom } from "../../../scripts/printables/engine/random.ts";
import { VOLUME_KEYS } from "../../../scripts/printables/volume-keys.ts";
import { makeVolume } from "../../../scripts/printables/volumes.ts";

test.each(VOLUME_KEYS)("every maze of %s has exactly one way", (key) => {
  for (const { title, mazes = [] } of makeVolume(key).pages) {
    for (const maze of mazes)
      expect({ title, ways: countSolutions(maze) }).toEqual({ title, ways: 1 });
  }
});

test("a maze of any size and seed has exactly one way and no closed room", () => {
  const size = fc.integer({ min: 2, max: 14 });
  fc.assert(
    fc.property(fc.string(), size, size, (seed, columns, rows) => {
      const maze = makeMaze({ columns, rows, random: makeRandom(seed) });
      expect(countSolutions(maze)).toBe(1);
      expect(maze.open.size).toBe(columns * rows - 1);
    }),
    { numRuns: 200 },
  );
});

test("a round maze of any seed has exactly one way", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 2, max: 7 }), (seed, rings) => {
      expect(countSolutions(makeRingMaze({ rings, random: makeRandom(seed) }))).toBe(1);
    }),
    { numRuns: 200 },
  );
});

/** Counts the simple paths from start to goal by exhaustive search. */
function countSolutions(maze: Maze): number {
  const visited = new Set<number>();
  const walk = (cell: number): number => {
    if (cell === maze.goal) return 1;
    visited.add(cell);
    let found = 0;
    for (const next of at(maze.neighbours, cell)) {
      if (!visited.has(next) && isOpen(maze, cell, next)) found += walk(next);
    }
    visited.delete(cell);
    return found;
  };
  return walk(maze.start);
}
