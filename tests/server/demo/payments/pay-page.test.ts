import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createHarness, line, onePack, packAndClub, SITE, taxedLine } from "./harness.ts";

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
/** Form values with a likely typo in the email. */
const TYPO = { ...GOOD, email: "anna@gmial.com" };

/** Creates a checkout session and returns helpers for its pay page. */
async function openPage(params = onePack()) {
  const harness = createHarness();
  const { id } = await harness.stripe.checkout.sessions.create(params);
  const get = (query = "") => harness.get(`/pay/${id}${query}`);
  const submit = (fields: Record<string, string>) => harness.post(`/pay/${id}`, fields);
  const session = () => harness.stripe.checkout.sessions.retrieve(id);
  return {
    ...harness,
    id,
    get,
    submit,
    session,
    /** Submits a form that leaves the session open; returns the page after the redirect. */
    async show(fields: Record<string, string>) {
      const answer = await submit(fields);
      const url = new URL(answer.headers.get("Location") ?? "", SITE);
      expect([answer.status, url.pathname]).toEqual([303, `/pay/${id}`]);
      expect(url.search).toMatch(/^\?step=[\w-]{36}$/);
      expect((await session()).status).toBe("open");
      return { url, page: await (await get(url.search)).text() };
    },
  };
}

/** Returns the value of the input with this id. */
function valueOf(page: string, id: string): string | undefined {
  return new RegExp(`<input[^>]*id="${id}"[^>]*value="([^"]*)"`).exec(page)?.[1];
}

test.each([
  ["email", "anna@"],
  ["name", " "],
  ["card", "4242"],
  ["expiry", "10/26"],
  ["expiry", "soon"],
  ["cvc", "12"],
])("a form whose %s is %j is refused", async (field, value) => {
  const { page } = await (await openPage()).show({ ...GOOD, [field]: value });
  expect(page).toContain("Please check the marked field.");
  expect(page).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`));
  expect(page).toMatch(new RegExp(`aria-describedby="${field}-error"`));
});

const TAXED = onePack({
  automatic_tax: { enabled: true },
  line_items: [taxedLine("Pack", 3700, "exclusive")],
});

test.each([
  ["country", ""],
  ["country", "XX"],
  ["taxId", "12"],
])("a taxed form whose %s is %j is refused", async (field, value) => {
  const { page } = await (await openPage(TAXED)).show({ ...GOOD, country: "DE", [field]: value });
  expect(page).toContain("Please check the marked field.");
  expect(page).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`));
});

test("a total that the country has changed is shown before it is paid", async () => {
  const { show, submit, session } = await openPage(TAXED);
  const fields = { ...GOOD, country: "DE", taxId: "de 123.456.789", shown: "3700" };
  const { page } = await show(fields);
  expect(page).toContain("For Germany the total is $44.03. Nothing has been charged yet.");
  expect(page).toContain("Pay $44.03");
  expect(page).toMatch(/<option value="DE" selected/);
  const shown = /name="shown" value="(\d+)"/.exec(page)?.[1] ?? "";
  await submit({ ...fields, shown });
  expect(await session()).toMatchObject({
    amount_subtotal: 3700,
    amount_total: 4403,
    automatic_tax: { enabled: true, status: "complete" },
    customer_details: {
      address: { country: "DE" },
      tax_ids: [{ type: "eu_vat", value: "DE123456789" }],
    },
    status: "complete",
    total_details: { amount_tax: 703 },
  });
});

test.each([
  [DECLINED, "Your card was declined.", DECLINED],
  [NO_TEST_CARD, "only the test cards listed here can be used", ""],
])("card %s is declined, and shown again unless it may be real", async (card, message, shown) => {
  const { page } = await (await openPage()).show({ ...GOOD, card });
  expect(page).toContain(message);
  const values = ["email", "name", "card"].map((id) => valueOf(page, id));
  expect(values).toEqual([GOOD.email, GOOD.name, shown]);
});

test("an expired session leads back to the store, an unknown one is not found", async () => {
  const { control, get, id, simulator, submit } = await openPage();
  control.expire(id);
  expect((await simulator.pages.request("/pay/cs_test_none")).status).toBe(404);
  const page = await get();
  expect(page.status).toBe(410);
  expect(await page.text()).toContain(`href="${SITE}/checkout/cancel"`);
  expect((await submit(GOOD)).headers.get("Location")).toBe(`/pay/${id}`);
});

test("the page shows the order, escaped, and allows only its own style, script and ways out", async () => {
  const name = `<script>alert("x")</script>`;
  const order = packAndClub();
  order.line_items?.push(line(name, 100));
  const response = await (await openPage(order)).get();
  const page = await response.text();
  for (const text of ["Demo payment page", "Pack", "$37.00", "$9.99 / month", DECLINED]) {
    expect(page).toContain(text);
  }
  expect(page).toContain("Pay $47.99 and subscribe");
  expect(page).not.toContain("<script>alert");
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  const hashOf = (tag: string) => {
    const text = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? "";
    return createHash("sha256").update(text).digest("base64");
  };
  for (const allowed of [
    `style-src 'sha256-${hashOf("style")}'`,
    `script-src 'sha256-${hashOf("script")}'`,
    "default-src 'none'",
    `form-action 'self' ${SITE}`,
  ]) {
    expect(policy).toContain(allowed);
  }
  expect(response.headers.get("Cache-Control")).toBe("no-store");
});

test("a test card is filled in; a reload keeps the fields, a fresh start does not", async () => {
  const { get, show } = await openPage();
  const { page, url } = await show({ email: GOOD.email, fill: "4000000000000002" });
  expect([valueOf(page, "card"), valueOf(page, "email")]).toEqual([DECLINED, GOOD.email]);
  expect(page).not.toContain('role="alert"');
  expect(valueOf(await (await get(url.search)).text(), "email")).toBe(GOOD.email);
  for (const query of ["", "?step=unknown", "?step=constructor"]) {
    expect(valueOf(await (await get(query)).text(), "email")).toBe("");
  }
});

test("an order is paid once, and its page says so afterwards", async () => {
  const { control, get, id, session, show, simulator, submit } = await openPage();
  const { url } = await show({ ...GOOD, card: DECLINED });
  const home = `${SITE}/checkout/success?session_id=${id}`;
  for (const answer of await Promise.all([submit(GOOD), submit(GOOD)])) {
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, home]);
  }
  await control.idle();
  expect(simulator.context.store.list("charge")).toHaveLength(1);
  expect(await session()).toMatchObject({
    customer_details: { email: GOOD.email, name: GOOD.name },
    payment_status: "paid",
  });
  const page = await (await get(url.search)).text();
  expect(page).toContain("This order is already paid");
  expect(page).toContain(`href="${home}"`);
});

test("the store's email cannot be edited", async () => {
  const email = "given@gmial.com";
  const { get, session, submit } = await openPage(onePack({ customer_email: email }));
  expect(await (await get()).text()).toMatch(
    new RegExp(`<input[^>]*value="${email}"[^>]*readonly`),
  );
  await submit({ ...GOOD, email: "other@example.com" });
  expect(await session()).toMatchObject({ customer_details: { email }, status: "complete" });
});

test("a free order needs no card", async () => {
  const { get, session, submit } = await openPage(onePack({ line_items: [line("Sample", 0)] }));
  const page = await (await get()).text();
  expect(page).toContain("Complete order");
  expect(page).not.toContain('id="card"');
  await submit({ email: GOOD.email, pay: "1" });
  expect((await session()).status).toBe("complete");
});

describe("an email with a likely typing error", () => {
  test("is asked about before anything is charged", async () => {
    const { page } = await (await openPage()).show(TYPO);
    expect(page).toMatch(/Did you mean <strong>anna@<wbr \/>gmail.com<\/strong>\?/);
    expect(page).toContain("Use it and pay $37.00");
    expect(page).toContain("Keep mine and pay $37.00");
    for (const id of ["email", "name", "card", "expiry", "cvc"] as const) {
      expect(valueOf(page, id)).toBe(TYPO[id]);
    }
  });

  test.each([
    ["suggested", "anna@gmail.com"],
    ["1", "anna@gmial.com"],
  ])("pays for the answer %j with %s", async (pay, email) => {
    const { session, submit } = await openPage();
    await submit({ ...TYPO, asked: TYPO.email, pay });
    expect(await session()).toMatchObject({ customer_details: { email }, payment_status: "paid" });
  });

  test.each([
    ["asks again after another one", { email: "anna@yaho.com" }, "yahoo.com</strong>?"],
    ["asks no more after a declined card", { card: DECLINED }, "Your card was declined."],
    ["shows no real card", { asked: "", card: NO_TEST_CARD }, "Did you mean"],
  ])("%s", async (_fact, change, message) => {
    const form = { ...TYPO, asked: TYPO.email, ...change };
    const { page } = await (await openPage()).show(form);
    expect(page).toContain(message);
    expect(page).not.toContain("4111");
  });
});
