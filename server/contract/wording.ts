/** Texts of a field that failed its check; each follows the field's title (spec section 5). */
export const fieldWording = {
  required: "is required",
  boolean: "must be a boolean",
  number: "must be a number",
  integer: "must be an integer",
  minimum: (least: number) => `cannot be less than ${least}`,
  maximum: (most: number) => `cannot be greater than ${most}`,
  string: "must be a string",
  email: "is not a valid email",
  date: "must be a valid date",
  minLength: (least: number) => `must be at least ${least} characters`,
  maxLength: (most: number) => `cannot exceed ${most} characters`,
  array: "must be an array",
  options: "contains invalid options",
  pattern: "is not valid",
  enum: "must be one of the valid options",
} as const;

/** What the contact form says while and after it is sent (spec sections 4 and 8). */
export const contactWording = {
  sending: "Sending your message...",
  sent: "Thank you! Your message has been sent successfully.",
  failed: "Error sending message. Please try again later.",
} as const;

/** Texts of refused forms that the catalogue does not name. */
export const formRefusals = {
  unknownForm: "This form is not known.",
  signIn: "Please sign in to send this form.",
  administrators: "Only administrators can send this form.",
} as const;
