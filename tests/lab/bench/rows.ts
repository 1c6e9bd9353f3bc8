import type { Times } from "../../support/figures.ts";

/** Maximum increase of the shoppers' p99 under a load. */
const GOAL_SLOWER_MS = 25;

export type Row = { name: string; figure: string; goal: string; isMet: boolean };

type Figure = {
  name: string;
  value: number;
  print: (value: number) => string;
};

export function atMost(most: number, { name, value, print }: Figure): Row {
  return { name, figure: print(value), goal: `${print(most)} or less`, isMet: value <= most };
}

export function atLeast(least: number, { name, value, print }: Figure): Row {
  return { name, figure: print(value), goal: `${print(least)} or more`, isMet: value >= least };
}

/** Increase of the shoppers' p99 under a load, as a row. */
export const slowerBeside = (load: string, times: Times, idle: Times): Row =>
  atMost(GOAL_SLOWER_MS, {
    name: `Shoppers' p99 beside ${load}, over the idle one`,
    value: times.p99 - idle.p99,
    print: inMs,
  });

/** Formats the goal and whether it is met, such as " (goal 0.70 or more: met)". */
export const verdict = ({ goal, isMet }: Row): string =>
  ` (goal ${goal}: ${isMet ? "met" : "MISSED"})`;

export const inMs = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
export const asRatio = (value: number): string => value.toFixed(2);

/** Prints a figure; returns it as a row if it has a goal. */
export function show(figure: Figure, most: number | undefined): Row[] {
  const row = most === undefined ? undefined : atMost(most, figure);
  console.log(`  ${figure.name}: ${figure.print(figure.value)}${row ? verdict(row) : ""}`);
  return row ? [row] : [];
}

const HEAD: Row = { name: "Figure", figure: "here", goal: "goal", isMet: true };

export function tableOf(rows: Row[]): string {
  const width = (of: "name" | "figure" | "goal") =>
    Math.max(...[HEAD, ...rows].map((row) => row[of].length));
  const [name, figure, goal] = [width("name"), width("figure"), width("goal")];
  const line = (row: Row, end: string) =>
    `${row.name.padEnd(name)}  ${row.figure.padStart(figure)}  ${row.goal.padEnd(goal)}  ${end}`;
  const missed = rows.filter(({ isMet }) => !isMet).length;
  return [
    line(HEAD, "").trimEnd(),
    ...rows.map((row) => line(row, row.isMet ? "met" : "MISSED")),
    `${rows.length} figures, ${missed} of them miss their goal`,
  ].join("\n");
}
