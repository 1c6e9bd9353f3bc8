type ZipEntry = { name: string; bytes: Uint8Array };

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const STORED = 0;

/** Reads the entries of a ZIP with uncompressed files through its central directory. */
export function readZip(zip: Uint8Array): ZipEntry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.byteLength - 22;
  expectMark(view, end, END_OF_DIRECTORY);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  return Array.from({ length: count }, () => {
    expectMark(view, at, DIRECTORY_ENTRY);
    const nameLength = view.getUint16(at + 28, true);
    const entry = {
      name: new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameLength)),
      bytes: contentOf(zip, view, at),
    };
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    return entry;
  });
}

function contentOf(zip: Uint8Array, view: DataView, at: number): Uint8Array {
  if (view.getUint16(at + 10, true) !== STORED) throw new Error("The entry is compressed.");
  const size = view.getUint32(at + 24, true);
  const start = view.getUint32(at + 42, true);
  expectMark(view, start, LOCAL_ENTRY);
  const skip = 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const bytes = zip.subarray(start + skip, start + skip + size);
  const crc = view.getUint32(at + 16, true);
  if (Bun.hash.crc32(bytes) !== crc) throw new Error("The entry's check sum is wrong.");
  return bytes;
}

function expectMark(view: DataView, at: number, mark: number): void {
  if (view.getUint32(at, true) !== mark) throw new Error(`No ZIP record at ${at}.`);
}
