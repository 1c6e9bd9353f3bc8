import { expect } from "vitest";
import { createHarness, onePack, SITE } from "./harness.ts";

/** Fields of a payment that goes through. */
export const GOOD = {
  email: "anna@example.com",
  name: "Anna Bell",
  card: "4242 4242 4242 4242",
  expiry: "12/34",
  cvc: "123",
  pay: "1",
};

/** A session's pay page, to be looked at and submitted. */
export async function openPage(params = onePack()) {
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
      return { url, page: await shown.text() };
    },
    status: async () => (await harness.stripe.checkout.sessions.retrieve(id)).status,
  };
}

/** The value shown in a field of a page. */
export function valueOf(page: string, id: string): string | undefined {
  return new RegExp(`<input[^>]*id="${id}"[^>]*value="([^"]*)"`).exec(page)?.[1];
}
