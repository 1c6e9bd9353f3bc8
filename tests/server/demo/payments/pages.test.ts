import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createHarness, line, onePack, packAndClub, SITE } from "./harness.ts";
import { GOOD, openPage, valueOf } from "./pay-page.ts";

describe("the pay page refuses", () => {
  test.each([
    ["email", ""],
    ["email", "anna@"],
    ["name", " "],
    ["card", "4242 4242 4242 4243"],
    ["card", "4242"],
    ["expiry", "10/26"],
    ["expiry", "13/34"],
    ["expiry", "soon"],
    ["cvc", "12"],
  ])("a form whose %s is %j", async (field, value) => {
    const { status, submit } = await openPage();

    const response = await submit({ ...GOOD, [field]: value });
    const page = await response.text();

    expect(response.status).toBe(200);
    expect(page).toContain('role="alert"');
    expect(page).toContain("Please check the marked field.");
    expect(page).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`));
    expect(page).toMatch(new RegExp(`aria-describedby="${field}-error"`));
    expect(await status()).toBe("open");
  });

  test.each([
    ["4000 0000 0000 0002", "Your card was declined."],
    ["4000 0000 0000 9995", "Your card has insufficient funds."],
  ])("card %s and keeps the fields", async (card, message) => {
    const { status, submit } = await openPage();

    const page = await (await submit({ ...GOOD, card })).text();

    expect(page).toContain(message);
    expect(valueOf(page, "email")).toBe(GOOD.email);
    expect(valueOf(page, "name")).toBe(GOOD.name);
    expect(valueOf(page, "card")).toBe(card);
    expect(await status()).toBe("open");
  });

  test("a card that is no test card, without sending it back", async () => {
    const { status, submit } = await openPage();

    const page = await (await submit({ ...GOOD, card: "4111 1111 1111 1111" })).text();

    expect(page).toContain("only the test cards listed here can be used");
    expect(page).not.toContain("4111");
    expect(await status()).toBe("open");
  });

  test("an unknown id, an expired and an already paid session", async () => {
    const unknown = await createHarness().simulator.pages.request("/pay/cs_test_none");
    const expired = await openPage();
    expired.control.expire(expired.id);
    const paid = await openPage();
    await paid.control.pay(paid.id);

    expect(unknown.status).toBe(404);
    expect((await expired.get()).status).toBe(410);
    expect((await expired.submit(GOOD)).status).toBe(410);
    expect(await (await expired.get()).text()).toContain(`href="${SITE}/checkout/cancel"`);
    expect(await (await paid.get()).text()).toContain(
      `href="${SITE}/checkout/success?session_id=${paid.id}"`,
    );
  });
});

describe("the pay page", () => {
  test("shows what is bought, for how much, and the way back", async () => {
    const { get } = await openPage(packAndClub());

    const page = await (await get()).text();

    expect(page).toContain("Demo payment page");
    expect(page).toContain("Pack");
    expect(page).toContain("$37.00");
    expect(page).toContain("$9.99 / month");
    expect(page).toContain("Pay $46.99 and subscribe");
    expect(page).toContain(`href="${SITE}/checkout/cancel"`);
    expect(page).toContain("4000 0000 0000 9995");
  });

  test("escapes what it was given", async () => {
    const name = `<script>alert("x")</script>`;
    const { get, submit } = await openPage(onePack({ line_items: [line(name, 3700)] }));

    const page =
      (await (await get()).text()) + (await (await submit({ ...GOOD, name, cvc: "" })).text());

    expect(page).not.toContain("<script");
    expect(page).toContain("&lt;script&gt;");
  });

  test("allows its own style, no script, and the way to the store", async () => {
    const { get } = await openPage();

    const response = await get();
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    const style = /<style>([\s\S]*?)<\/style>/.exec(await response.text())?.[1] ?? "";

    const hash = createHash("sha256").update(style).digest("base64");
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${SITE}`);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  test("fills in a test card and keeps what was typed", async () => {
    const { status, submit } = await openPage();

    const page = await (
      await submit({ email: "anna@example.com", fill: "4000000000000002" })
    ).text();

    expect(valueOf(page, "card")).toBe("4000 0000 0000 0002");
    expect(valueOf(page, "email")).toBe("anna@example.com");
    expect(page).not.toContain('role="alert"');
    expect(await status()).toBe("open");
  });

  test("pays and sends the buyer back to the store", async () => {
    const { control, id, stripe, submit, types } = await openPage();

    const response = await submit(GOOD);
    await control.idle();

    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe(`${SITE}/checkout/success?session_id=${id}`);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      customer_details: { email: "anna@example.com", name: "Anna Bell" },
      payment_status: "paid",
    });
    expect(types()).toContain("checkout.session.completed");
  });

  test("pays once when the button is pressed twice", async () => {
    const { stripe, submit } = await openPage();

    const responses = await Promise.all([submit(GOOD), submit(GOOD)]);

    expect(responses.map(({ status }) => status)).toEqual([303, 303]);
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  test("keeps the address the store gave", async () => {
    const { get, id, stripe, submit } = await openPage(
      onePack({ customer_email: "given@example.com" }),
    );

    const page = await (await get()).text();
    await submit({ ...GOOD, email: "other@example.com" });

    expect(page).toMatch(/<input[^>]*value="given@example.com"[^>]*readonly/);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      customer_details: { email: "given@example.com" },
    });
  });

  test("asks for no card when nothing is due", async () => {
    const { get, status, submit } = await openPage(onePack({ line_items: [line("Sample", 0)] }));

    const page = await (await get()).text();
    const response = await submit({ email: "anna@example.com", pay: "1" });

    expect(page).toContain("Complete order");
    expect(page).not.toContain('id="card"');
    expect(response.status).toBe(303);
    expect(await status()).toBe("complete");
  });

  test("asks for consent and records it", async () => {
    const { get, id, stripe, submit } = await openPage(
      onePack({
        consent_collection: { terms_of_service: "required" },
        custom_text: { terms_of_service_acceptance: { message: "Start now, no withdrawal." } },
      }),
    );

    const page = await (await get()).text();
    const without = await (await submit(GOOD)).text();
    const before = await stripe.checkout.sessions.retrieve(id);
    await submit({ ...GOOD, terms: "1" });

    expect(page).toContain("Start now, no withdrawal.");
    expect(without).toContain("Please agree to the terms to continue.");
    expect(before.consent).toBeNull();
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      consent: { terms_of_service: "accepted" },
      status: "complete",
    });
  });

  test("delivers early events before it sends the buyer back", async () => {
    const { control, submit, types } = await openPage();
    control.webhooks.mode = "early";

    await submit(GOOD);

    expect(types()).toContain("checkout.session.completed");
  });
});
