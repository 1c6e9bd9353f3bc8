import { type FieldWording, fieldWording } from "./field-validation.ts";
import { defineWords, fill } from "./words.ts";

/** Errors of forms for visitors. Each follows the field's title. */
export const formWords = defineWords("form", {
  required: "is required",
  email: "is not a valid email",
  minLength: "must be at least {count} characters",
  maxLength: "cannot exceed {count} characters",
  pattern: "is not valid",
});

/** Errors of forms for visitors, in the owner's words. */
export const visitorWording: FieldWording = {
  ...fieldWording,
  get required() {
    return formWords.required;
  },
  get email() {
    return formWords.email;
  },
  get pattern() {
    return formWords.pattern;
  },
  minLength: (count) => fill(formWords.minLength, { count }),
  maxLength: (count) => fill(formWords.maxLength, { count }),
};
