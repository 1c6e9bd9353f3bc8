import type { BodyData } from "hono/utils/body";
import {
  CONTACT_FIELDS,
  CONTACT_FORM_ID,
  type ContactDraft,
  contactForm,
  contactProblems,
  type ContactRequest,
  type ContactValues,
  DEVICE_FIELDS,
  type DeviceContext,
  type FormRequest,
  MAX_DEVICE_LENGTH,
  OPENED_FIELD,
  SUBSCRIPTION_FORM_ID,
  TRAP_FIELD,
} from "../contract/contact.ts";
import { findProblem } from "../contract/field-validation.ts";
import { refusals } from "../contract/messages.ts";
import { formRefusals } from "../contract/wording.ts";
import { AppError } from "../errors.ts";

type Body = Record<string, unknown>;

/** The form in a JSON body. Unknown keys are dropped; throws `invalid` with a text for each field. */
export function readFormRequest(value: unknown): FormRequest {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError("malformed", refusals.malformedJson);
  }
  const body = value as Body;
  if (body["formId"] === SUBSCRIPTION_FORM_ID) return { formId: SUBSCRIPTION_FORM_ID };
  if (body["formId"] !== CONTACT_FORM_ID) {
    const errors = { formId: [formRefusals.unknownForm] };
    throw new AppError("invalid", formRefusals.unknownForm, { errors });
  }
  return readContact(body);
}

function readContact(body: Body): ContactRequest {
  const values = textsOf(body);
  const problems: ContactDraft["problems"] = contactProblems(values);
  for (const name of CONTACT_FIELDS) {
    const problem = findProblem(contactForm, name, body[name]);
    if (problem && typeof body[name] !== "string") problems[name] = problem;
  }
  refuse(problems);
  return { formId: CONTACT_FORM_ID, ...values, ...deviceOf(body), [TRAP_FIELD]: trapOf(body) };
}

/** A contact form posted by a browser without script: what it asks for and when it was made. */
export function readContactPost(form: BodyData): {
  values: ContactValues;
  problems: ContactDraft["problems"];
  request: ContactRequest;
  openedAt: number | undefined;
} {
  const values = textsOf(form);
  return {
    values,
    problems: contactProblems(values),
    request: { formId: CONTACT_FORM_ID, ...values, [TRAP_FIELD]: trapOf(form) },
    openedAt: timeOf(form[OPENED_FIELD]),
  };
}

function textsOf(body: Body): ContactValues {
  const text = (name: string) => (typeof body[name] === "string" ? body[name].toWellFormed() : "");
  return {
    name: text("name"),
    email: text("email"),
    subject: text("subject"),
    message: text("message"),
  };
}

/** Real browsers' own descriptions may be longer than we keep: they are cut, never refused. */
function deviceOf(body: Body): DeviceContext {
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

function trapOf(body: Body): string {
  return body[TRAP_FIELD] ? "filled" : "";
}

function timeOf(value: unknown): number | undefined {
  const digits = typeof value === "string" && /^\d{13}$/.test(value);
  return digits ? Number(value) : undefined;
}

function refuse(problems: ContactDraft["problems"]): void {
  const [first] = Object.values(problems);
  if (!first) return;
  const errors = Object.fromEntries(
    Object.entries(problems).map(([field, text]) => [field, [text]]),
  );
  throw new AppError("invalid", first, { errors });
}
