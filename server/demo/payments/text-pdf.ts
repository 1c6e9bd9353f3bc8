const FONT_SIZE = 10;
const LINE_HEIGHT = 14;
/** Upper left corner of the text on an A4 page, in points. */
const START = "56 780";

/** Returns a PDF with one page of text in Courier. Characters outside Latin-1 become "?". */
export function textPdf(lines: string[]): Uint8Array<ArrayBuffer> {
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join("\n");
  const text = `BT /F1 ${FONT_SIZE} Tf ${LINE_HEIGHT} TL ${START} Td\n${shown}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R " +
      "/Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const trailer = `trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}`;
  // One byte per character, so that the offsets above are byte offsets.
  return Uint8Array.from(body + table + trailer, (character) => character.charCodeAt(0));
}

function escaped(line: string): string {
  return line.replace(/[^\u0020-\u00FF]/g, "?").replace(/[\\()]/g, "\\$&");
}
