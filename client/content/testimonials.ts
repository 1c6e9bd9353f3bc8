import { defineWords } from "../../server/contract/words.ts";

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
