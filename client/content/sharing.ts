/** What search engines and other sites say of the shop; only documents and their data hold it. */
export const sharingWords = {
  description:
    "A 36-week, screen-free preschool curriculum to print at home: letters, numbers, mazes and crafts for ages 2 to 5, in A4 and US Letter.",
  picture: (brand: string) =>
    `Printed pages of ${brand} and the words: 36 weeks of screen-free learning. Printable pages for ages 2 to 5.`,
} as const;
