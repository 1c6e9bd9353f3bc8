import { z } from "zod";
import { foldEmail, isEmail } from "../contract/email.ts";
import { type Bucket, FILES_URL_FORM, isOnLoopback, readFilesUrl } from "./files-url.ts";
import { type Network, parseNetworks } from "./networks.ts";

export const demo = z
  .enum(["0", "1", "year"], "must be 1 or year, or left out")
  .optional()
  .transform((value) => (value === "0" ? undefined : value));
export const origin = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .transform((value) => new URL(value))
  .refine((url) => url.pathname === "/" && !url.search && !url.hash, "must be an origin alone")
  .transform((url) => url.origin);
export const text = z.string().trim().min(1).optional();
// Litestream's metrics are unauthenticated, so they must stay on this machine.
export const loopbackUrl = z
  .url({ protocol: /^http$/, error: "must be an http address" })
  .refine(
    isOnLoopback,
    "must be an address of this machine, such as http://127.0.0.1:9090/metrics",
  );
// Strict characters, because these ids become part of URLs and scripts.
export const trackerId = z
  .string()
  .regex(/^[\w-]{4,80}$/, "must be an id of 4 to 80 letters, digits, - and _")
  .optional();
export const emailAddress = z.string().refine(isEmail, "must be an email address");
export const adminEmails = z
  .string()
  .transform((value) => value.split(",").map(foldEmail))
  .refine((emails) => emails.every(isEmail), "must be email addresses separated by commas")
  .default([]);
// Two secrets during a rotation, when the provider signs with both for a day.
export const webhookSecrets = z
  .string()
  .transform((value) => value.split(",").map((secret) => secret.trim()))
  .refine(
    (secrets) => secrets.length <= 2 && secrets.every((secret) => secret !== ""),
    "must be a secret, or two separated by a comma",
  )
  .optional();
export const networks = z
  .string()
  .transform((value, context): Network[] => {
    try {
      return value === "0" ? [] : parseNetworks(value);
    } catch (error) {
      const fault = error instanceof Error ? error.message : "";
      const message = `must be 1, or addresses and networks separated by commas; ${fault}`;
      context.issues.push({ code: "custom", message, input: value });
      return z.NEVER;
    }
  })
  .default([]);
export const filesUrl = z
  .string()
  .transform((value, context): Bucket => {
    const bucket = readFilesUrl(value);
    if (bucket) return bucket;
    // Omit the value, because it contains a secret.
    context.issues.push({ code: "custom", message: FILES_URL_FORM, input: undefined });
    return z.NEVER;
  })
  .optional();
