import type { Random } from "../shared/random.ts";
import type { Files, Operation } from "./operations.ts";

type Change = Extract<Operation, { kind: "write" | "truncate" }>;
/** What is safe on the disk, and what the next sync will bring there. */
type DiskFile = { safe: Uint8Array; size: number; pending: Change[] };

export type Disk = {
  apply: (operation: Operation) => void;
  /** The files as a power cut leaves them now; each change since a file's last sync is kept with
   * the probability `keep`, in any combination, in their order. */
  cut: (luck: { keep: number; random: Random }) => Files;
};

/**
 * A disk that knows what is safe. Directory entries (a file's making, its name, its end) count as
 * safe at once, and a write is kept whole or not at all.
 */
export function newDisk(files: Files): Disk {
  const disk = new Map<string, DiskFile>();
  for (const [name, bytes] of files) {
    disk.set(name, { safe: bytes.slice(), size: bytes.length, pending: [] });
  }
  const fileOf = (name: string): DiskFile => {
    const file = disk.get(name) ?? { safe: new Uint8Array(0), size: 0, pending: [] };
    disk.set(name, file);
    return file;
  };

  return {
    apply(operation) {
      if (operation.kind === "acknowledge") return;
      const file = fileOf(operation.file);
      if (operation.kind === "sync") {
        for (const change of file.pending) applyChange(file, change);
        file.pending = [];
      } else if (operation.kind === "unlink") {
        disk.delete(operation.file);
      } else if (operation.kind === "rename") {
        disk.delete(operation.file);
        disk.set(operation.to, file);
      } else {
        file.pending.push(operation);
      }
    },
    cut({ keep, random }) {
      const left: Files = new Map();
      for (const [name, file] of disk) {
        const kept = file.pending.filter(() => random.next() < keep);
        const copy = { safe: file.safe.slice(0, file.size), size: file.size, pending: [] };
        for (const change of kept) applyChange(copy, change);
        left.set(name, copy.safe.subarray(0, copy.size));
      }
      return left;
    },
  };
}

function applyChange(file: DiskFile, change: Change): void {
  if (change.kind === "truncate") {
    resize(file, change.size);
    return;
  }
  const end = change.offset + change.bytes.length;
  if (end > file.size) resize(file, end);
  file.safe.set(change.bytes, change.offset);
}

/** What lies beyond the old end reads as zeros, whatever stood there before. */
function resize(file: DiskFile, size: number): void {
  if (size > file.safe.length) {
    const larger = new Uint8Array(Math.max(size, 2 * file.safe.length));
    larger.set(file.safe.subarray(0, file.size));
    file.safe = larger;
  } else if (size > file.size) {
    file.safe.fill(0, file.size, size);
  }
  file.size = size;
}
