/** How many of a file's first bytes tell what it is. */
export const TYPE_BYTES = 64;

/** A kind of picture, by how its file begins; SVG is none of them, for it can carry a script. */
const PICTURES = [
  { type: "image/png", extension: "png", begins: /^\x89PNG\r\n\x1a\n[\s\S]{4}IHDR/ },
  { type: "image/jpeg", extension: "jpg", begins: /^\xff\xd8\xff/ },
  { type: "image/webp", extension: "webp", begins: /^RIFF[\s\S]{4}WEBPVP8/ },
  {
    type: "image/avif",
    extension: "avif",
    begins: /^[\s\S]{4}ftyp(?:avi[fs]|[\s\S]{4,36}avi[fs])/,
  },
  { type: "image/gif", extension: "gif", begins: /^GIF8[79]a/ },
];

/** What a picture is by its first bytes, whatever its name says; undefined when it is none. */
export function findPictureType(head: Uint8Array): { type: string; extension: string } | undefined {
  const text = Buffer.from(head).toString("latin1");
  return PICTURES.find(({ begins }) => begins.test(text));
}
