import { describe, expect, test } from "vitest";
import { onePack } from "./harness.ts";
import { GOOD, openPage, valueOf } from "./pay-page.ts";

describe("the pay page, given an address with a likely slip,", () => {
  const SLIP = { ...GOOD, email: "anna@gmial.com" };

  test("asks before anything is charged, and keeps every field", async () => {
    const { kept, show, status } = await openPage();

    const { page } = await show(SLIP);

    expect(page).toMatch(/Did you mean <strong>anna@<wbr \/>gmail.com<\/strong>\?/);
    for (const id of ["email", "name", "card", "expiry", "cvc"] as const) {
      expect(valueOf(page, id)).toBe(SLIP[id]);
    }
    expect(page).toContain("Use it and pay $37.00");
    expect(page).toContain("Keep mine and pay $37.00");
    expect(await status()).toBe("open");
    expect(kept("charge")).toEqual([]);
  });

  test.each([
    ["suggested", "anna@gmail.com"],
    ["1", "anna@gmial.com"],
  ])("pays for the answer %j with %s", async (pay, email) => {
    const { id, stripe, submit } = await openPage();

    const response = await submit({ ...SLIP, asked: "anna@gmial.com", pay });

    expect(response.status).toBe(303);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      customer_details: { email },
      payment_status: "paid",
    });
  });

  test("asks again when the address was edited into another slip", async () => {
    const { show, status } = await openPage();

    const { page } = await show({ ...SLIP, email: "anna@yaho.com", asked: SLIP.email });

    expect(page).toContain("yahoo.com</strong>?");
    expect(page).toContain('name="asked" value="anna@yaho.com"');
    expect(await status()).toBe("open");
  });

  test("does not ask again after a declined card", async () => {
    const { show, submit } = await openPage();
    const declined = { ...SLIP, asked: SLIP.email, card: "4000 0000 0000 0002" };

    const { page } = await show(declined);

    expect(page).toContain("Your card was declined.");
    expect(page).toContain('name="asked" value="anna@gmial.com"');
    expect((await submit({ ...SLIP, asked: SLIP.email })).status).toBe(303);
  });

  test("does not send a real card back", async () => {
    const { page } = await (await openPage()).show({ ...SLIP, card: "4111 1111 1111 1111" });

    expect(page).not.toContain("4111");
  });

  test("names it in the error when the address cannot be used at all", async () => {
    const { page } = await (await openPage()).show({ ...GOOD, email: "anna@gmailcom" });

    expect(page).toContain("Enter an email address, such as anna@gmail.com.");
  });

  test("leaves an address alone that the store gave", async () => {
    const { submit } = await openPage(onePack({ customer_email: "given@gmial.com" }));

    expect((await submit(GOOD)).status).toBe(303);
  });
});
