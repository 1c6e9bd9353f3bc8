import { expect, test } from "vitest";
import { createHarness, onePack, SITE } from "./harness.ts";

const EMAIL = "anna@example.com";
const CARD = {
  email: EMAIL,
  name: "Anna",
  card: "4242 4242 4242 4242",
  expiry: "12/34",
  cvc: "123",
  pay: "1",
};

/** Opens a session that asks for both kinds of consent and can be recovered. */
async function asking() {
  const harness = createHarness();
  const { id } = await harness.stripe.checkout.sessions.create(
    onePack({
      after_expiration: { recovery: { enabled: true } },
      consent_collection: { promotions: "auto", terms_of_service: "required" },
      custom_text: {
        submit: { message: "Read our [refunds](http://store.test/refund)." },
        terms_of_service_acceptance: { message: "I agree to the <b>terms</b>." },
      },
    }),
  );
  return {
    ...harness,
    id,
    read: () => harness.stripe.checkout.sessions.retrieve(id),
    pay: (fields: object) => harness.post(`/pay/${id}`, { ...CARD, ...fields }),
  };
}

test("a text of more than 1200 characters is refused", async () => {
  const { stripe } = createHarness();
  const custom_text = { submit: { message: "x".repeat(1201) } };
  await expect(stripe.checkout.sessions.create(onePack({ custom_text }))).rejects.toMatchObject({
    param: "custom_text[submit][message]",
  });
});

test("without the terms nothing is paid; the page keeps what was typed", async () => {
  const { pay, get, read } = await asking();
  const refused = await pay({ promotions: "1" });
  const page = await (await get(refused.headers.get("Location") ?? "")).text();
  expect(page).toContain("Accept the terms to pay.");
  expect(page).toContain("I agree to the &lt;b&gt;terms&lt;/b&gt;.");
  expect(page).toContain('<a href="http://store.test/refund" target="_blank">refunds</a>');
  expect(page).toMatch(/name="promotions" value="1" checked/);
  expect((await read()).status).toBe("open");
});

test("the consent is part of the paid session", async () => {
  const { pay, read } = await asking();
  await pay({ terms: "1" });
  expect(await read()).toMatchObject({
    status: "complete",
    consent: { promotions: "opt_out", terms_of_service: "accepted" },
    recovered_from: null,
  });
});

test("an expired session has the address and a link, if the buyer agreed before leaving", async () => {
  const { pay, read, advance, control, get, id } = await asking();
  await pay({ promotions: "1" });
  advance(86_400);
  control.runClock();
  const { after_expiration, consent, customer_details, expires_at } = await read();
  expect(after_expiration).toEqual({
    recovery: {
      allow_promotion_codes: false,
      enabled: true,
      expires_at: expires_at + 30 * 86_400,
      url: `${SITE}/demo/recover/${id}`,
    },
  });
  expect(consent).toEqual({ promotions: "opt_in", terms_of_service: null });
  expect(customer_details?.email).toBe(EMAIL);
  advance(30 * 86_400);
  expect((await get(`/recover/${id}`)).status).toBe(404);
});
