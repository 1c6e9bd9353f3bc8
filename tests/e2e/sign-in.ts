import { type APIRequestContext, expect, type Page } from "playwright/test";

/** Header of calls that the store's own pages make. */
export const SAME_ORIGIN = { "Sec-Fetch-Site": "same-origin" };

const CODE = /(\d{6}) is your/;

/** The newest code mailed to an email, other than `known`. */
export async function codeMailedTo(
  page: Pick<Page, "request">,
  email: string,
  known?: string,
): Promise<string> {
  let code = "";
  await expect(async () => {
    const list = await (await page.request.get("/demo/mail")).text();
    const entries = list.split("<li>").filter((part) => part.includes(email));
    // The order's mail may arrive after the code.
    code = entries.map((entry) => CODE.exec(entry)?.[1]).find((found) => found) ?? "";
    expect(code).toMatch(/^\d{6}$/);
    expect(code).not.toBe(known);
  }).toPass();
  return code;
}

/** Signs this browser in by calls. */
export async function signInAs(page: Page, email: string, known?: string): Promise<string> {
  const headers = SAME_ORIGIN;
  await page.request.post("/api/send-otp", { data: { email }, headers });
  const otp = await codeMailedTo(page, email, known);
  const answer = await page.request.post("/api/verify-otp", { data: { email, otp }, headers });
  expect(answer.status()).toBe(200);
  return otp;
}

/** Signs a browser in as the owner, as the demo's button does. */
export async function signInAsOwner({ request }: { request: APIRequestContext }): Promise<void> {
  const opened = await request.post("/demo/admin", { headers: SAME_ORIGIN });
  expect(opened.ok()).toBe(true);
}
