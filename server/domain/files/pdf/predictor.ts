/** Reverses PNG row filters, which PDF writers apply to tables of numbers. */
export function withoutPredictor(data: Buffer, columns: number): Buffer {
  if (!(columns >= 1 && columns < data.length)) throw new Error("The rows have no such length.");
  const rows = Math.floor(data.length / (columns + 1));
  const plain = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row++) {
    const from = row * (columns + 1) + 1;
    const to = row * columns;
    const filter = data[from - 1] ?? 0;
    for (let column = 0; column < columns; column++) {
      const left = column > 0 ? (plain[to + column - 1] ?? 0) : 0;
      const up = row > 0 ? (plain[to + column - columns] ?? 0) : 0;
      const corner = column > 0 && row > 0 ? (plain[to + column - columns - 1] ?? 0) : 0;
      plain[to + column] = (data[from + column] ?? 0) + guess(filter, { left, up, corner });
    }
  }
  return plain;
}

type Neighbours = { left: number; up: number; corner: number };

function guess(filter: number, { left, up, corner }: Neighbours): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? paeth(left, up, corner) : 0;
}

function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - corner - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
