/**
 * PLACEHOLDER for the owner: Nora is invented, and so is her story. Put the real creator's name,
 * biography and picture here before the shop opens (decision: owner-risks).
 */
export const creatorWords = {
  heading: "Hello, I’m Nora. I\u00a0draw the pages.",
  picture: "author",
  paragraphs: [
    "I taught preschool before I had a preschooler. At school there was always a plan for the week; at home, at four in the afternoon, there was a tablet and a tired mother.",
    "So I drew a week of pages: a letter, a maze, something to cut, something to count. My daughter asked for the next one. Then the neighbors did.",
    "Every page is still drawn for small hands: thick lines, one idea, room to go over the edge. I hope it gives you a quiet table, and a few pictures for the fridge.",
  ],
  signature: "Nora",
  role: "Creator",
} as const;
