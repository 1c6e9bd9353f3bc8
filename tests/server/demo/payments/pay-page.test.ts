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
    const { show, status } = await openPage();

    const { page } = await show({ ...GOOD, [field]: value });

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
    const { show, status } = await openPage();

    const { page } = await show({ ...GOOD, card });

    expect(page).toContain(message);
    expect(valueOf(page, "email")).toBe(GOOD.email);
    expect(valueOf(page, "name")).toBe(GOOD.name);
    expect(valueOf(page, "card")).toBe(card);
    expect(await status()).toBe("open");
  });

  test("a request without a form, and shows what is missing", async () => {
    const { simulator, id, status } = await openPage();
    const answer = await simulator.pages.request(`/pay/${id}`, { method: "POST" });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain("Please check the marked fields.");
    expect(page.match(/<input[^>]*aria-invalid="true"/g)).toHaveLength(5);
    expect(await status()).toBe("open");
  });

  test("a card that is no test card, without sending it back", async () => {
    const { show, status } = await openPage();

    const { page } = await show({ ...GOOD, card: "4111 1111 1111 1111" });

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
    expect((await expired.submit(GOOD)).headers.get("Location")).toBe(`/pay/${expired.id}`);
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
    const { get, show } = await openPage(onePack({ line_items: [line(name, 3700)] }));

    const page = (await (await get()).text()) + (await show({ ...GOOD, name, cvc: "" })).page;

    expect(page).not.toContain("<script>alert");
    expect(page).toContain("&lt;script&gt;");
  });

  test("allows its own style and script, the shop's faces, and the way to the store", async () => {
    const { get } = await openPage();

    const response = await get();
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    const page = await response.text();
    const hashOf = (tag: string) => {
      const text = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? "";
      return createHash("sha256").update(text).digest("base64");
    };

    expect(policy).toContain(`style-src 'sha256-${hashOf("style")}'`);
    expect(policy).toContain(`script-src 'sha256-${hashOf("script")}'`);
    expect(policy).toContain("font-src 'self'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${SITE}`);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  test("fills in a test card and keeps what was typed", async () => {
    const { show, status } = await openPage();

    const { page } = await show({ email: "anna@example.com", fill: "4000000000000002" });

    expect(valueOf(page, "card")).toBe("4000 0000 0000 0002");
    expect(valueOf(page, "email")).toBe("anna@example.com");
    expect(page).not.toContain('role="alert"');
    expect(await status()).toBe("open");
  });

  test("keeps what was typed when it is loaded again, and not for a fresh start", async () => {
    const { get, show } = await openPage();

    const { url } = await show({ ...GOOD, cvc: "" });
    const again = await (await get(url.search)).text();
    const afresh = await (await get()).text();

    expect(valueOf(again, "email")).toBe(GOOD.email);
    expect(again).toContain("Please check the marked field.");
    expect(valueOf(afresh, "email")).toBe("");
    expect(valueOf(await (await get("?step=unknown")).text(), "email")).toBe("");
  });

  test("says that it is paid wherever the buyer goes back to", async () => {
    const { get, id, show, submit } = await openPage();
    const { url } = await show({ ...GOOD, card: "4000 0000 0000 0002" });

    await submit(GOOD);

    for (const query of ["", url.search]) {
      expect(await (await get(query)).text()).toContain("This order is already paid");
    }
    const chosen = await submit({ fill: "4242424242424242" });
    expect([chosen.status, chosen.headers.get("Location")]).toEqual([303, `/pay/${id}`]);
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
    const { kept, submit } = await openPage();

    const responses = await Promise.all([submit(GOOD), submit(GOOD)]);

    expect(responses.map(({ status }) => status)).toEqual([303, 303]);
    expect(kept("charge")).toHaveLength(1);
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
});
