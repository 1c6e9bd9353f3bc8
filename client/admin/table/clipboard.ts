/** Tab-separated text as spreadsheets copy it. Cells with tabs, line breaks or quotes are quoted. */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) =>
    /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map((cells) => cells.map(quoted).join("\t")).join("\n");
}

/**
 * Parses tab-separated text. The last line may end with a line break. A quote inside an unquoted
 * cell is a character.
 */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    const cell = readCell(text, at);
    rows.at(-1)?.push(cell.value);
    at = cell.end;
    if (text.charAt(at) === "\t") {
      at += 1;
      if (at === text.length) rows.at(-1)?.push("");
      continue;
    }
    if (at < text.length) at += text.startsWith("\r\n", at) ? 2 : 1;
    if (at < text.length) rows.push([]);
  }
  return rows.filter((row, index) => row.length > 0 || index > 0);
}

function readCell(text: string, start: number): { value: string; end: number } {
  const quoted = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;
  quoted.lastIndex = start;
  const match = quoted.exec(text);
  if (match) return { value: (match[1] ?? "").replaceAll('""', '"'), end: quoted.lastIndex };
  const rest = /[^\t\r\n]*/y;
  rest.lastIndex = start;
  return { value: rest.exec(text)?.[0] ?? "", end: rest.lastIndex };
}

/**
 * Maps copied cells to a range. One copied cell fills the range, and a range that is a multiple of
 * the copied block repeats it. Other blocks start at the range's first cell. A line with fewer
 * cells than the others leaves its last cells undefined.
 */
export function fillRange(
  cells: readonly (readonly string[])[],
  range: { rows: number; columns: number },
): (string | undefined)[][] {
  const height = cells.length;
  const width = Math.max(0, ...cells.map((row) => row.length));
  if (height === 0 || width === 0) return [];
  const repeats = range.rows % height === 0 && range.columns % width === 0;
  const size = repeats ? range : { rows: height, columns: width };
  return Array.from({ length: size.rows }, (_, row) =>
    Array.from({ length: size.columns }, (_, column) => cells[row % height]?.[column % width]),
  );
}
