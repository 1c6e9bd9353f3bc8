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
  stars: "{count} of 5 stars",
  verified: "Bought here",
  checked:
    "“Bought here” marks reviews that came from buyers, whom we asked by email after their purchase. We don't check the others, and we choose which reviews we show.",
  place: "Testimonial {place} of {count}",
});
