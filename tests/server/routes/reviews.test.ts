import { describe, expect, test } from "vitest";
import { correctEmailOf } from "../../../server/domain/orders/correct-email.ts";
import { eraseReview } from "../../../server/domain/orders/reviews.ts";
import { listNeeds } from "../../../server/domain/issues/needs.ts";
import { press } from "../../support/desk-shop.ts";
import { DAY_MS } from "../../support/money.ts";
import { realPages } from "../../support/page-desk.ts";
import { openReviewShop, type ReviewShop } from "../../support/review-shop.ts";
import { changeSettings } from "../../support/shop-settings.ts";
import { changesOf, newestChange, signInAdmin } from "../../support/table-calls.ts";

const VALUES = { stars: "4", text: "We love the mazes.", name: "Anna B.", consent: "1" };
const CLOSED = "This review is closed";
const INCOMPLETE = "This link isn&#x27;t complete";

/** Opens a shop whose buyer Anna has just got the request for a review. */
async function asked() {
  const t = await openReviewShop({ web: realPages });
  const sessionId = await t.buy();
  t.clock.advance(14 * DAY_MS);
  await t.ask();
  const path = t.link();
  const read = async (from = path) => (await t.browser.get(from)).text();
  const send = async (values: Record<string, string> = VALUES, to = path) => {
    const answer = await t.browser.postForm(to, values);
    return { status: answer.status, to: answer.headers.get("Location"), html: await answer.text() };
  };
  return { ...t, sessionId, path, read, send };
}

test.each([
  ["no token", () => "/orders/review"],
  ["another order", (link: string) => link.replace(/=[^.]+/, "=AAAA-AAAA")],
  ["another epoch", (link: string) => link.replace(/\.1\./, ".2.")],
  ["a token cut by a mail program", (link: string) => link.slice(0, -1)],
])("a link with %s stores nothing and says what to do", async (_, change) => {
  const { path, read, send, reviews } = await asked();
  expect(await read(change(path))).toContain(INCOMPLETE);
  const { status, html } = await send(VALUES, change(path));
  expect([status, html.includes(INCOMPLETE)]).toEqual([422, true]);
  expect(reviews()).toEqual([]);
});

test("opening a link, as mail scanners do, changes nothing", async () => {
  const { path, browser, ...t } = await asked();
  const before = newestChange(t);
  const page = await browser.get(path);
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  const html = await page.text();
  expect(html).toContain("You bought Premium Pack.");
  expect(html).not.toContain("anna@example.com");
  expect(newestChange(t)).toBe(before);
});

test.each<[field: string, value: string, problem: string]>([
  ["stars", "", "Your rating is required"],
  ["stars", "0", "Your rating must be one of the valid options"],
  ["stars", "6", "Your rating must be one of the valid options"],
  ["stars", "4.5", "Your rating must be one of the valid options"],
  ["text", " \n ", "Your review is required"],
  ["text", "\u200B \uFEFF", "Your review is required"],
  ["name", "\u202E", "Your name is required"],
  ["text", "🙂".repeat(401), "Your review cannot exceed 400 characters"],
  ["name", "", "Your name is required"],
  ["name", "a".repeat(81), "Your name cannot exceed 80 characters"],
  ["name", "Anna\nB.", "Your name is not valid"],
  ["consent", "", "Please tick this"],
])("a review with the %s %j is shown again with what is wrong", async (field, value, problem) => {
  const { send, reviews } = await asked();
  const { status, html } = await send({ ...VALUES, [field]: value });
  expect(status).toBe(422);
  expect(html).toContain(problem);
  if (field !== "text") expect(html).toContain(`>${VALUES.text}</textarea>`);
  expect(reviews()).toEqual([]);
});

test.each([
  ["HTML", "<script>alert(1)</script> &amp;", "&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp;"],
  ["Markdown", "**Good** [x](javascript:1)", "**Good** [x](javascript:1)"],
  ["emoji", "👩‍👧".repeat(133), "👩‍👧".repeat(133)],
  ["right-to-left text", "מעולה! 5 כוכבים", "מעולה! 5 כוכבים"],
])("%s in a review is text", async (_, text, shown) => {
  const { path, send, read, reviews } = await asked();
  expect(await send({ ...VALUES, text })).toMatchObject({ status: 303, to: path });
  expect(reviews()).toMatchObject([{ text }]);
  expect(await read()).toContain(`>${shown}</blockquote>`);
});

test("a review is stored once, hidden; the link then shows it", async () => {
  const { path, send, read, reviews } = await asked();
  for (const values of [
    { ...VALUES, text: " We love\r\n the  mazes. " },
    { ...VALUES, stars: "1" },
  ]) {
    expect(await send(values)).toMatchObject({ status: 303, to: path });
  }
  expect(reviews()).toMatchObject([
    {
      text: "We love the mazes.",
      author: "Anna B.",
      stars: 4,
      active: false,
      undecided: true,
      orderId: 1,
    },
  ]);
  const html = await read();
  expect(html).toContain("We love the mazes.");
  expect(html).not.toContain("<textarea");
});

describe("the review of an order is closed", () => {
  test.each<[string, (t: ReviewShop, sessionId: string) => unknown]>([
    ["that was refunded in full", (t, sessionId) => t.refund(sessionId, 3700)],
    [
      "whose email has changed",
      (t) => {
        const author = { actor: "test", now: t.clock.now() };
        t.db.write((tx) => correctEmailOf(tx, { orderId: 1, email: "b@example.com", author }));
      },
    ],
    ["after 90 days", (t) => t.clock.advance(76 * DAY_MS + 1)],
  ])("%s", async (_, act) => {
    const { sessionId, send, read, ...t } = await asked();
    await act(t, sessionId);
    expect(await read()).toContain(CLOSED);
    const { status, html } = await send();
    expect([status, html.includes(CLOSED)]).toEqual([422, true]);
    expect(t.reviews()).toEqual([]);
  });

  test.each<[string, (t: ReviewShop, sessionId: string) => unknown]>([
    ["refunded in part", (t, sessionId) => t.refund(sessionId, 100)],
    ["of a closed shop", (t) => changeSettings(t, { isOpen: false, reviewMails: false })],
  ])("but not one %s", async (_, act) => {
    const { sessionId, send, ...t } = await asked();
    await act(t, sessionId);
    expect((await send()).status).toBe(303);
    expect(t.reviews()).toHaveLength(1);
  });
});

describe("a review", () => {
  const CHECKED = "are by people who bought from us";

  async function sent() {
    const t = await asked();
    await t.send();
    const admin = signInAdmin(t);
    return {
      ...t,
      admin,
      act: async (name: string) => (await press(admin, `testimonials/1/${name}`)).status,
      waiting: () => listNeeds(t.deps).groups.flatMap(({ rows }) => rows),
      landing: () => t.read("/"),
    };
  }

  test("waits for the owner, and is then shown with stars and as bought here", async () => {
    const { act, waiting, landing, admin } = await sent();
    expect(waiting()).toMatchObject([
      { table: "testimonials", id: 1, title: "Anna B.: 4 stars", detail: VALUES.text },
    ]);
    expect(await landing()).not.toContain(VALUES.text);
    expect(await act("show_review")).toBe(200);
    expect(waiting()).toEqual([]);
    const html = await landing();
    for (const text of [VALUES.text, "4 of 5 stars", "Bought here", CHECKED]) {
      expect(html).toContain(text);
    }
    expect(html).not.toContain("anna@example.com");
    expect((await admin.call("GET", "/api/testimonials")).body).toMatchObject({
      rows: [{ id: 1, stars: 4, verified: true }],
    });
    expect(await act("hide_review")).toBe(409);
  });

  test("that the owner keeps hidden waits no longer, and can be shown later", async () => {
    const { act, waiting, landing, admin } = await sent();
    expect(await act("hide_review")).toBe(200);
    expect(waiting()).toEqual([]);
    expect(await act("show_review")).toBe(409);
    await admin.change("testimonials", 1, { active: true });
    expect(await landing()).toContain("Bought here");
  });

  test.each([{ text: "We love it." }, { stars: 5 }])(
    "with %o by the owner is not verified until that is undone",
    async (patch) => {
      const { act, landing, admin } = await sent();
      await act("show_review");
      const changed = await admin.change("testimonials", 1, patch);
      expect(changed.body).toMatchObject({ ...patch, verified: false });
      const html = await landing();
      expect([html.includes("Bought here"), html.includes(CHECKED)]).toEqual([false, false]);
      const set = changed.headers.get("X-Change-Set");
      await admin.call("POST", `/api/admin/change-sets/${set}/undo`);
      expect(await landing()).toContain("Bought here");
    },
  );

  test("by the owner's own words is never verified", async () => {
    const { admin, landing } = await sent();
    const claims = { verified: true, sent_text: "Good.", sent_stars: 5, order_id: 1 };
    const own = { text: "Good.", author: "Me", stars: 5 };
    const refused = await admin.create("testimonials", { ...own, ...claims });
    expect(refused.status).toBe(422);
    expect((await admin.create("testimonials", own)).body).toMatchObject({ verified: false });
    const html = await landing();
    expect(html).toContain("5 of 5 stars");
    expect(html).not.toContain("Bought here");
  });

  test("is erased with its history", async () => {
    const { db, clock, reviews } = await sent();
    db.write((tx) => eraseReview(tx, 1, { actor: "test", now: clock.now() }));
    expect(reviews()).toEqual([]);
    expect(changesOf({ db }, "testimonials")).toMatchObject([{ action: "delete", before: null }]);
  });
});
