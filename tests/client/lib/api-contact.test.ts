import { expect, test } from "vitest";
import { NO_VALUES } from "../../../server/contract/contact.ts";
import { createApi } from "../../../client/lib/api.ts";

const message = { formId: "contact_form", ...NO_VALUES } as const;

const submitTo = (answer: () => Promise<Response>) => {
  const fetch = answer as unknown as typeof globalThis.fetch;
  return createApi({ baseUrl: "https://papercub.example/", fetch }).submitContact(message);
};

test.each([
  ["a failure", async () => Response.json({ message: "No." }, { status: 500 })],
  ["a limit", async () => Response.json({ message: "Too many." }, { status: 429 })],
  ["a web page", async () => new Response("<p>", { headers: { "content-type": "text/html" } })],
  ["nothing", () => Promise.reject(new TypeError("failed"))],
])("a message answered by %s was not sent", async (_case, answer) => {
  await expect(submitTo(answer)).rejects.toThrow();
});

test.each([true, false])("an answer says whether the message was taken: %s", async (success) => {
  await expect(submitTo(async () => Response.json({ success }))).resolves.toEqual({ success });
});
