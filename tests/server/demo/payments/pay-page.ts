import { createHarness, onePack } from "./harness.ts";

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
  return {
    ...harness,
    id,
    get: () => harness.simulator.pages.request(`/pay/${id}`),
    submit: (fields: Record<string, string>) => harness.post(`/pay/${id}`, fields),
    status: async () => (await harness.stripe.checkout.sessions.retrieve(id)).status,
  };
}

/** The value shown in a field of a page. */
export function valueOf(page: string, id: string): string | undefined {
  return new RegExp(`<input[^>]*id="${id}"[^>]*value="([^"]*)"`).exec(page)?.[1];
}
