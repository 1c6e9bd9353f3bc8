/** A figure of this machine beside its goal: one line of the table at the end. */
export type Row = { name: string; figure: string; goal: string; isMet: boolean };

type Figure = {
  name: string;
  value: number;
  /** How the figure and its goal are written. */
  print: (value: number) => string;
};

/** A figure that should be `most` or less. */
export function atMost(most: number, { name, value, print }: Figure): Row {
  return { name, figure: print(value), goal: `${print(most)} or less`, isMet: value <= most };
}

/** A figure that should be `least` or more. */
export function atLeast(least: number, { name, value, print }: Figure): Row {
  return { name, figure: print(value), goal: `${print(least)} or more`, isMet: value >= least };
}

/** How a line of figures says whether its goal is met: " (goal 0.70 or more: met)". */
export const verdict = ({ goal, isMet }: Row): string =>
  ` (goal ${goal}: ${isMet ? "met" : "MISSED"})`;

export const inMs = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
export const asRatio = (value: number): string => value.toFixed(2);

const HEAD: Row = { name: "Figure", figure: "here", goal: "goal", isMet: true };

/** All rows in columns, and how many of them miss their goal. */
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
