import { expect, test } from "vitest";
import { SITE } from "../../support/create-test-app.ts";
import { MESSAGE, openDesk } from "../../support/contact.ts";

const { formId: _, ...FIELDS } = MESSAGE;

test("a refused form comes back as a page with what was typed and what is wrong", async () => {
  const desk = openDesk();
  const response = await desk.postForm({ ...FIELDS, email: 'an"na@', message: "<b>short" });
  expect(response.status).toBe(422);
  const html = await response.text();
  expect(html).toContain("Email Address is not a valid email");
  expect(html).toContain("Message must be at least 10 characters");
  expect(html).not.toContain("Full Name must");
  expect(html).toContain('value="Anna Bear"');
  expect(html).toContain('value="an&quot;na@"');
  expect(html).toContain("&lt;b&gt;short</textarea>");
  expect(html).not.toContain("<b>short");
  expect(desk.submissions()).toEqual([]);
});

test("a form that comes back keeps the time at which it was first opened", async () => {
  const desk = openDesk();
  const openedAt = String(desk.clock.now().getTime() - 60_000);
  const html = await (await desk.postForm({ ...FIELDS, message: "short", openedAt })).text();
  expect(html).toContain(`name="openedAt" value="${openedAt}"`);
});

test.each(["", "not a form", "name=%E0%A4%A&email=%"])(
  "a body like %j asks for the fields",
  async (body) => {
    const desk = openDesk();
    const response = await desk.app.request(`${SITE}/contact`, { method: "POST", body });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("Full Name is required");
  },
);

test("a form from another site is refused", async () => {
  const desk = openDesk();
  const response = await desk.app.request(`${SITE}/contact`, {
    method: "POST",
    headers: { Origin: "https://evil.example" },
    body: new URLSearchParams(FIELDS),
  });
  expect(response.status).toBe(403);
  expect(desk.submissions()).toEqual([]);
});

test("a fault shows the form again, with everything in it", async () => {
  const desk = openDesk();
  desk.db.sqlite.exec("DROP TABLE contact_submissions");
  const response = await desk.postForm(FIELDS);
  expect(response.status).toBe(500);
  const html = await response.text();
  expect(html).toContain("Error sending message. Please try again later.");
  expect(html).toContain(FIELDS.message);
  expect(html).not.toContain("SQLITE");
});

test("a good form leads to the page that says so", async () => {
  const desk = openDesk();
  const response = await desk.postForm(FIELDS);
  expect(response.status).toBe(303);
  expect(response.headers.get("Location")).toBe("/contact?sent=1");
  const page = await desk.app.request(`${SITE}/contact?sent=1`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("Message Sent!");
  expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Back to Home<\/a>/);
  expect(html).not.toContain("<form");
  await desk.settle();
  expect(desk.mails).toHaveLength(2);
});

test("the page's form works without a script", async () => {
  const desk = openDesk();
  const html = await (await desk.app.request(`${SITE}/contact`)).text();
  expect(html).toMatch(/<form[^>]* method="post"/);
  expect(html).toMatch(/<form[^>]* action="\/contact"/);
  for (const name of ["name", "email", "subject", "message"])
    expect(html).toContain(`name="${name}"`);
  expect(html).toContain(`name="openedAt" value="${desk.clock.now().getTime()}"`);
});
