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
    "Reviews marked “Bought here” are by people who bought from us: we ask for them by email after the purchase. We don't check the other reviews, and we choose which ones to show.",
  place: "Testimonial {place} of {count}",
});
