import { type Browser, openBrowser } from "./browser.ts";
import type { TestApp } from "./create-test-app.ts";

/** Requests a sign-in code and reads it from the mail. */
export async function askForCode(t: TestApp, browser: Browser, email: string): Promise<string> {
  const response = await browser.post("/api/send-otp", { email });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  await t.settle();
  return codeIn(t, email);
}

export function codeIn(t: TestApp, email: string): string {
  const mail = t.mails.findLast((candidate) => candidate.to === email);
  const code = /^(\d{6}) is your/.exec(mail?.subject ?? "")?.[1];
  if (!code) throw new Error(`There is no code for ${email}.`);
  return code;
}

/** Signs in with this email address; uses a new browser by default. */
export async function signedIn(
  t: TestApp,
  email: string,
  browser = openBrowser(t),
): Promise<Browser> {
  const otp = await askForCode(t, browser, email);
  const response = await browser.post("/api/verify-otp", { email, otp });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return browser;
}
