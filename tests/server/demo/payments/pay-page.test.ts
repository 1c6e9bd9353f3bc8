import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createHarness, line, onePack, packAndClub, SITE } from "./harness.ts";

/** Fields of a payment that goes through. */
const GOOD = {
  email: "anna@example.com",
  name: "Anna Bell",
  card: "4242 4242 4242 4242",
  expiry: "12/34",
  cvc: "123",
  pay: "1",
};
const DECLINED = "4000 0000 0000 0002";
const NO_TEST_CARD = "4111 1111 1111 1111";
/** An address with a likely slip. */
const SLIP = { ...GOOD, email: "anna@gmial.com" };

/** A session's pay page, to be looked at and submitted. */
async function openPage(params = onePack()) {
  const harness = createHarness();
  const { id } = await harness.stripe.checkout.sessions.create(params);
  const get = (query = "") => harness.simulator.pages.request(`/pay/${id}${query}`);
  const submit = (fields: Record<string, string>) => harness.post(`/pay/${id}`, fields);
  return {
    ...harness,
    id,
    get,
    submit,
    /** Submits a form that is answered by the pay page itself; returns that page and its address. */
    async show(fields: Record<string, string>) {
      const answer = await submit(fields);
      const url = new URL(answer.headers.get("Location") ?? "", SITE);
      expect([answer.status, url.pathname]).toEqual([303, `/pay/${id}`]);
      // Nothing that was typed stands in the address.
      expect(url.search).toMatch(/^\?step=[\w-]{36}$/);
      const shown = await get(url.search);
      expect(shown.status).toBe(200);
      expect(await status()).toBe("open");
      return { url, page: await shown.text() };
    },
    session: () => harness.stripe.checkout.sessions.retrieve(id),
  };

  async function status() {
    return (await harness.stripe.checkout.sessions.retrieve(id)).status;
  }
}

/** The value shown in a field of a page. */
function valueOf(page: string, id: string): string | undefined {
  return new RegExp(`<input[^>]*id="${id}"[^>]*value="([^"]*)"`).exec(page)?.[1];
}

describe("the pay page refuses", () => {
  test.each([
    ["email", ""],
    ["email", "anna@"],
    ["name", " "],
    ["card", "4242"],
    ["expiry", "10/26"],
    ["expiry", "soon"],
    ["cvc", "12"],
  ])("a form whose %s is %j", async (field, value) => {
    const { page } = await (await openPage()).show({ ...GOOD, [field]: value });
    expect(page).toContain('role="alert"');
    expect(page).toContain("Please check the marked field.");
    expect(page).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`));
    expect(page).toMatch(new RegExp(`aria-describedby="${field}-error"`));
  });

  test.each([
    [DECLINED, "Your card was declined.", DECLINED],
    ["4000 0000 0000 9995", "Your card has insufficient funds.", "4000 0000 0000 9995"],
    [NO_TEST_CARD, "only the test cards listed here can be used", ""],
  ])("card %s, and keeps the fields unless it may be real", async (card, message, kept) => {
    const { page } = await (await openPage()).show({ ...GOOD, card });
    expect(page).toContain(message);
    const values = ["email", "name", "card"].map((id) => valueOf(page, id));
    expect(values).toEqual([GOOD.email, GOOD.name, kept]);
  });

  test("a request without a form, and shows what is missing", async () => {
    const { simulator, id, session } = await openPage();
    const answer = await simulator.pages.request(`/pay/${id}`, { method: "POST" });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain("Please check the marked fields.");
    expect(page.match(/<input[^>]*aria-invalid="true"/g)).toHaveLength(5);
    expect((await session()).status).toBe("open");
  });

  test("an unknown and an expired session", async () => {
    const expired = await openPage();
    expired.control.expire(expired.id);
    const unknown = await expired.simulator.pages.request("/pay/cs_test_none");
    const page = await expired.get();
    expect([unknown.status, page.status]).toEqual([404, 410]);
    expect(await page.text()).toContain(`href="${SITE}/checkout/cancel"`);
    expect((await expired.submit(GOOD)).headers.get("Location")).toBe(`/pay/${expired.id}`);
  });
});

describe("the pay page", () => {
  test("shows what is bought, for how much, and the way back", async () => {
    const page = await (await (await openPage(packAndClub())).get()).text();
    for (const text of ["Demo payment page", "Pack", "$37.00", "$9.99 / month", DECLINED]) {
      expect(page).toContain(text);
    }
    expect(page).toContain("Pay $46.99 and subscribe");
    expect(page).toContain(`href="${SITE}/checkout/cancel"`);
  });

  test("escapes what it was given", async () => {
    const name = `<script>alert("x")</script>`;
    const { get, show } = await openPage(onePack({ line_items: [line(name, 3700)] }));
    const page = (await (await get()).text()) + (await show({ ...GOOD, name, cvc: "" })).page;
    expect(page).not.toContain("<script>alert");
    expect(page).toContain("&lt;script&gt;");
  });

  test("allows its own style and script, the shop's fonts, and the way to the store", async () => {
    const response = await (await openPage()).get();
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    const page = await response.text();
    const hashOf = (tag: string) => {
      const text = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? "";
      return createHash("sha256").update(text).digest("base64");
    };
    for (const allowed of [
      `style-src 'sha256-${hashOf("style")}'`,
      `script-src 'sha256-${hashOf("script")}'`,
      "font-src 'self'",
      "default-src 'none'",
      `form-action 'self' ${SITE}`,
    ]) {
      expect(policy).toContain(allowed);
    }
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  test("fills in a test card and keeps what was typed", async () => {
    const { page } = await (
      await openPage()
    ).show({ email: "anna@example.com", fill: "4000000000000002" });
    expect(valueOf(page, "card")).toBe(DECLINED);
    expect(valueOf(page, "email")).toBe("anna@example.com");
    expect(page).not.toContain('role="alert"');
  });

  test("keeps what was typed when it is loaded again, and not for a fresh start", async () => {
    const { get, show } = await openPage();
    const { url } = await show({ ...GOOD, cvc: "" });
    const again = await (await get(url.search)).text();
    expect(valueOf(again, "email")).toBe(GOOD.email);
    expect(again).toContain("Please check the marked field.");
    for (const query of ["", "?step=unknown"]) {
      expect(valueOf(await (await get(query)).text(), "email")).toBe("");
    }
  });

  test("pays once, sends the buyer back, and says so wherever they go back to", async () => {
    const { control, get, id, kept, session, show, submit, types } = await openPage();
    const { url } = await show({ ...GOOD, card: DECLINED });
    const home = `${SITE}/checkout/success?session_id=${id}`;
    for (const answer of await Promise.all([submit(GOOD), submit(GOOD)])) {
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, home]);
    }
    expect(kept("charge")).toHaveLength(1);
    expect(await session()).toMatchObject({
      customer_details: { email: "anna@example.com", name: "Anna Bell" },
      payment_status: "paid",
    });
    await control.idle();
    expect(types()).toContain("checkout.session.completed");
    for (const query of ["", url.search]) {
      const page = await (await get(query)).text();
      expect(page).toContain("This order is already paid");
      expect(page).toContain(`href="${home}"`);
    }
    const chosen = await submit({ fill: "4242424242424242" });
    expect([chosen.status, chosen.headers.get("Location")]).toEqual([303, `/pay/${id}`]);
  });

  test("keeps the address that the store gave, slip or not", async () => {
    const given = "given@gmial.com";
    const { get, session, submit } = await openPage(onePack({ customer_email: given }));
    const page = await (await get()).text();
    await submit({ ...GOOD, email: "other@example.com" });
    expect(page).toMatch(new RegExp(`<input[^>]*value="${given}"[^>]*readonly`));
    expect(await session()).toMatchObject({
      customer_details: { email: given },
      status: "complete",
    });
  });

  test("asks for no card when nothing is due", async () => {
    const { get, session, submit } = await openPage(onePack({ line_items: [line("Sample", 0)] }));
    const page = await (await get()).text();
    const response = await submit({ email: "anna@example.com", pay: "1" });
    expect(page).toContain("Complete order");
    expect(page).not.toContain('id="card"');
    expect([response.status, (await session()).status]).toEqual([303, "complete"]);
  });
});

describe("the pay page, given an address with a likely slip,", () => {
  test("asks before anything is charged, and keeps every field", async () => {
    const { kept, show } = await openPage();
    const { page } = await show(SLIP);
    expect(page).toMatch(/Did you mean <strong>anna@<wbr \/>gmail.com<\/strong>\?/);
    expect(page).toContain("Use it and pay $37.00");
    expect(page).toContain("Keep mine and pay $37.00");
    for (const id of ["email", "name", "card", "expiry", "cvc"] as const) {
      expect(valueOf(page, id)).toBe(SLIP[id]);
    }
    expect(kept("charge")).toEqual([]);
  });

  test.each([
    ["suggested", "anna@gmail.com"],
    ["1", "anna@gmial.com"],
  ])("pays for the answer %j with %s", async (pay, email) => {
    const { session, submit } = await openPage();
    expect((await submit({ ...SLIP, asked: SLIP.email, pay })).status).toBe(303);
    expect(await session()).toMatchObject({ customer_details: { email }, payment_status: "paid" });
  });

  test.each([
    ["asks again after another slip", { email: "anna@yaho.com" }, "yahoo.com</strong>?"],
    ["asks no more after a declined card", { card: DECLINED }, "Your card was declined."],
  ])("%s", async (_name, change, message) => {
    const form = { ...SLIP, asked: SLIP.email, ...change };
    const { page } = await (await openPage()).show(form);
    expect(page).toContain(message);
    expect(page).toContain(`name="asked" value="${form.email}"`);
  });

  test.each([
    ["sends no real card back", { ...SLIP, card: NO_TEST_CARD }, "Did you mean"],
    ["names it in the error", { ...GOOD, email: "anna@gmailcom" }, "such as anna@gmail.com."],
  ])("%s", async (_name, form, message) => {
    const { page } = await (await openPage()).show(form);
    expect(page).toContain(message);
    expect(page).not.toContain("4111");
  });
});
