import { findProblem, findProblems, type FormDefinition, ONE_LINE } from "./field-validation.ts";
import { visitorWording } from "./form-words.ts";
import { defineWords } from "./words.ts";

export const CONTACT_FORM_ID = "contact_form";
export const SUBSCRIPTION_FORM_ID = "admin_subscription_records_form";

export type ContactField = "name" | "email" | "subject" | "message";

/** Texts of the contact form with wording prescribed by the owner. */
export const contactWording = defineWords("contactForm", {
  title: "Contact Form",
  fields: {
    name: "Full Name",
    email: "Email Address",
    subject: "Subject",
    message: "Message",
  },
  sending: "Sending your message...",
  sent: "Thank you! Your message has been sent successfully.",
  failed: "Error sending message. Please try again later.",
});

export const contactForm: FormDefinition<ContactField> = {
  title: "Contact Form",
  titles: contactWording.fields,
  wording: visitorWording,
  properties: {
    name: { type: "string", title: "Full Name", minLength: 2, maxLength: 100, pattern: ONE_LINE },
    email: { type: "string", title: "Email Address", format: "email" },
    subject: { type: "string", title: "Subject", maxLength: 200, pattern: ONE_LINE },
    message: {
      type: "string",
      title: "Message",
      minLength: 10,
      maxLength: 1000,
      multiline: true,
    },
  },
  required: ["name", "email", "message"],
};

export const CONTACT_FIELDS = Object.keys(contactForm.properties) as ContactField[];

export type ContactValues = Record<ContactField, string>;
export type ContactProblems = Partial<Record<ContactField, string>>;

/** Device data that the browser sends with the form. */
const DEVICE_FIELDS = [
  "userAgent",
  "deviceType",
  "localTime",
  "italianTime",
  "browserLanguage",
  "screenResolution",
  "timestamp",
] as const;
export type DeviceContext = Partial<Record<(typeof DEVICE_FIELDS)[number], string>>;
export const MAX_DEVICE_LENGTH = 200;

/** Honeypot field: hidden from people, filled in by bots. */
export const TRAP_FIELD = "reference";
/** Time at which the form was rendered, in milliseconds; used without JavaScript. */
export const OPENED_FIELD = "openedAt";

export type ContactRequest = { formId: typeof CONTACT_FORM_ID } & ContactValues &
  DeviceContext & { [TRAP_FIELD]?: string };
export type SubscriptionRequest = {
  formId: typeof SUBSCRIPTION_FORM_ID;
  record: Record<"user_id" | "email" | "session_id", unknown>;
};
export type FormRequest = ContactRequest | SubscriptionRequest;
export type FormAnswer = { success: boolean };

/** Initial data of the contact form. `draft` contains the values of a rejected form. */
export type ContactStart = { openedAt: number; draft: ContactDraft | null };
export type ContactDraft = { values: ContactValues; problems: ContactProblems; failed: boolean };

export const NO_VALUES: ContactValues = { name: "", email: "", subject: "", message: "" };

/** Trims the values and normalizes line breaks to "\n", before validation and storage. */
export function tidyContact(values: ContactValues): ContactValues {
  return {
    name: tidyLine(values.name),
    email: tidyLine(values.email),
    subject: tidyLine(values.subject),
    message: tidyMessage(values.message),
  };
}

export function contactProblems(values: ContactValues): ContactProblems {
  return findProblems(contactForm, tidyContact(values));
}

export function contactProblem(name: ContactField, value: string): string | undefined {
  return findProblem(contactForm, name, name === "message" ? tidyMessage(value) : tidyLine(value));
}

/** Trims a line, unless it contains control characters, which validation rejects. */
function tidyLine(text: string): string {
  return /\p{Cc}/u.test(text) ? text : text.trim();
}

/** Normalizes line breaks and removes control characters, which could truncate a mail. */
function tidyMessage(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, "\n");
  return lines.replaceAll(/[^\P{Cc}\n\t]/gu, "").trim();
}

/** Parses a contact form: its values, their problems and the request. Truncates device data. */
export function readContact(body: Record<string, unknown>): {
  values: ContactValues;
  problems: ContactProblems;
  request: ContactRequest;
} {
  const text = (name: string) => (typeof body[name] === "string" ? body[name].toWellFormed() : "");
  const values = {
    name: text("name"),
    email: text("email"),
    subject: text("subject"),
    message: text("message"),
  };
  const problems = contactProblems(values);
  for (const name of CONTACT_FIELDS) {
    const problem = findProblem(contactForm, name, body[name]);
    if (problem && typeof body[name] !== "string") problems[name] = problem;
  }
  const trap = body[TRAP_FIELD] ? "filled" : "";
  const request: ContactRequest = {
    formId: CONTACT_FORM_ID,
    ...values,
    ...deviceOf(body),
    [TRAP_FIELD]: trap,
  };
  return { values, problems, request };
}

function deviceOf(body: Record<string, unknown>): DeviceContext {
  const device: DeviceContext = {};
  for (const name of DEVICE_FIELDS) {
    const value = body[name];
    if (typeof value !== "string" || value === "") continue;
    device[name] = value
      .replaceAll(/\p{Cc}/gu, " ")
      .slice(0, MAX_DEVICE_LENGTH)
      .toWellFormed();
  }
  return device;
}
