import { defineWords } from "../../server/contract/words.ts";

/** Customer quote; `ground` is the CSS class of the portrait's background. */
export type Testimonial = {
  text: string;
  author: string;
  role: string;
  ground: string;
};

export const testimonialWords = defineWords("testimonials", {
  heading: "In their own words",
  claim: "Trusted by thousands of parents, homeschoolers and teachers.",
  name: "Testimonials",
  pause: "Pause",
  play: "Play",
  previous: "Previous testimonial",
  next: "Next testimonial",
  dots: "Choose a testimonial",
  place: "Testimonial {place} of {count}",
});

/**
 * PLACEHOLDERS: these ten people and quotes are invented, and the portraits are drawings. Replace
 * them with real, documented testimonials, or hide the section with `TESTIMONIALS=off`.
 */
export const testimonials: readonly Testimonial[] = [
  {
    text: "She asks for “her pages” before breakfast now. The tablet has been in the drawer all week, and nobody has mentioned it.",
    author: "Hannah R.",
    role: "Mother of one",
    ground: "bg-sun",
  },
  {
    text: "I print on Sunday while the pasta cooks. On Monday everything is there, and I look like a father with a plan.",
    author: "Daniel M.",
    role: "Father of two",
    ground: "bg-sky",
  },
  {
    text: "The plan says which pages, which crayons and what to do when we need to wiggle. That is all I ever wanted from a curriculum.",
    author: "Sophie L.",
    role: "Homeschooling mother",
    ground: "bg-teal-2",
  },
  {
    text: "The mazes start easily enough that my shy ones dare to try, and get tricky enough that my fast ones stay seated.",
    author: "Amara O.",
    role: "Preschool teacher",
    ground: "bg-line",
  },
  {
    text: "My grandson is here on Tuesdays and Thursdays. I open the week, find the day, and we begin. Large print for both of us!",
    author: "Ruth K.",
    role: "Grandmother and carer",
    ground: "bg-sun",
  },
  {
    text: "We speak two languages at home. The pictures carry the words, so we do each page twice, once in each.",
    author: "Leila H.",
    role: "Mother of twins",
    ground: "bg-teal-2",
  },
  {
    text: "Black lines, no fuss, no cartoon shouting from every corner. My son colors one cow for half an hour.",
    author: "Tom B.",
    role: "Stay-at-home father",
    ground: "bg-sky",
  },
  {
    text: "I look after four children of three ages. The little ones color, the big ones trace, and everybody is on the farm this month.",
    author: "Mei C.",
    role: "Childminder",
    ground: "bg-line",
  },
  {
    text: "We missed two weeks with a cold and simply went on. Nothing was lost, and nobody scolded us.",
    author: "Freya S.",
    role: "Mother of three",
    ground: "bg-sky",
  },
  {
    text: "The tooth-brushing chart hangs in the bathroom. He colors his circle every evening, and he reminds me.",
    author: "Paula V.",
    role: "Homeschooler",
    ground: "bg-sun",
  },
];
