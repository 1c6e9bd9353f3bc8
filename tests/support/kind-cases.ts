import { contactSubmissions } from "../../db/buyer-schema.ts";
import { uploads } from "../../db/store-schema.ts";
import { fillContent } from "../../db/seed/first-content.ts";
import type { KindName } from "../../client/admin/kinds/kinds.ts";
import type { Value } from "../../server/contract/tables.ts";
import { firstSettings } from "../../server/domain/settings.ts";
import type { TestApp } from "./create-test-app.ts";
import { addRow } from "./rows.ts";
import { addEndpoint } from "./webhook-receiver.ts";

/** Values of a column of one kind, in row 1 of its table. */
export type KindCase = {
  table: string;
  column: string;
  /** Refused when sent or imported. */
  bad: Value;
  /** Input in the admin that is read as `value`. */
  typed: Value;
  value: Value;
  /** Another value. */
  other: Value;
};

const pdf = (name: string) => `/uploads/${"d".repeat(64)}/${name}.pdf`;

const inTable = (table: string, column: string, values: Omit<KindCase, "table" | "column">) => ({
  table,
  column,
  ...values,
});

const settings = (column: string, values: Omit<KindCase, "table" | "column">) =>
  inTable("settings", column, values);

/** A column of each kind of field; "none" if no table has one. */
export const KIND_CASES: Record<KindName, KindCase | "none"> = {
  email: settings("support_email", {
    bad: "help",
    typed: "help@bee.example",
    value: "help@bee.example",
    other: "hi@bee.example",
  }),
  url: settings("social_url", {
    bad: "javascript:alert(1)",
    typed: "https://social.example/bee",
    value: "https://social.example/bee",
    other: "https://social.example/@bee?a=1",
  }),
  money: inTable("products", "price", { bad: -1, typed: "$1,234.50", value: 123_450, other: 4700 }),
  state: inTable("contact_submissions", "status", {
    bad: "Erledigt",
    typed: "Held back as spam",
    value: "suspect",
    other: "done",
  }),
  date: settings("tax_decided_on", {
    bad: "2026-02-30",
    typed: "2026-11-22",
    value: "2026-11-22",
    other: "2024-02-29",
  }),
  "date-time": settings("countdown_until", {
    bad: "2027-02-30T20:00:00.000Z",
    typed: "2027-01-31 21:00:00+01:00",
    value: "2027-01-31T20:00:00.000Z",
    other: "2027-02-28T23:59:00.000Z",
  }),
  country: settings("seller_country", {
    bad: "XQ",
    typed: "Deutschland",
    value: "DE",
    other: "US",
  }),
  currency: inTable("products", "currency", {
    bad: "xqq",
    typed: "Euro",
    value: "eur",
    other: "chf",
  }),
  language: settings("language", {
    bad: "english",
    typed: "Deutsch",
    value: "de",
    other: "ar-u-nu-latn",
  }),
  "time-zone": settings("time_zone", {
    bad: "+01:00",
    typed: "new york",
    value: "America/New_York",
    other: "Europe/Rome",
  }),
  string: inTable("testimonials", "author", {
    bad: "a".repeat(81),
    typed: "Zoë, “O'Neil”",
    value: "Zoë, “O'Neil”",
    other: "=1+1",
  }),
  lines: settings("seller_address", {
    bad: "a".repeat(401),
    typed: "Street 1\n1000 Town",
    value: "Street 1\n1000 Town",
    other: "Street 2; rear\n-1000 Town",
  }),
  integer: inTable("products", "position", { bad: 10_001, typed: "7", value: 7, other: 0 }),
  number: "none",
  boolean: inTable("products", "on_landing", {
    bad: "yes",
    typed: false,
    value: false,
    other: true,
  }),
  list: inTable("products", "features", {
    bad: 7,
    typed: "One\n\nTwo, too",
    value: ["One", "Two, too"],
    other: ["One\nin two lines"],
  }),
  choice: inTable("products", "licence", {
    bad: "school",
    typed: "Classroom",
    value: "classroom",
    other: "personal",
  }),
  choices: inTable("webhook_endpoints", "events", {
    bad: ["order.lost"],
    typed: ["order.paid", "access.ended"],
    value: ["order.paid", "access.ended"],
    other: ["message.received"],
  }),
  reference: inTable("products", "upgrades_from_id", { bad: 99, typed: 2, value: 2, other: 3 }),
  picture: inTable("testimonials", "image", {
    bad: "https://evil.example/a.png",
    typed: "/pictures/portrait-1-80.avif",
    value: "/pictures/portrait-1-80.avif",
    other: "/pictures/portrait-2-80.avif",
  }),
  markdown: inTable("faqs", "answer", {
    bad: "Ask {suport}.",
    typed: "- **One**\n- Two",
    value: "- **One**\n- Two",
    other: "+ One\r\n\r\n“Two”",
  }),
  pdf: inTable("products", "sample", {
    bad: "/uploads/a.pdf",
    typed: pdf("pages"),
    value: pdf("pages"),
    other: pdf("more-pages"),
  }),
};

/** The kinds that tables have, for `test.each`. */
export const kindsOfTables = Object.entries(KIND_CASES).flatMap(([kind, each]) =>
  each === "none" ? [] : [{ kind, ...each }],
);

/** Adds the rows of the cases, and what their values refer to. */
export async function addKindRows(t: TestApp): Promise<void> {
  fillContent({ db: t.db, firstSettings: firstSettings("demo"), now: t.clock.now() });
  for (const name of ["Mazes", "Bears", "Pack"]) await t.addProduct({ name });
  addRow(t, contactSubmissions, { name: "Ann", email: "ann@example.com", message: "Hello" });
  addEndpoint(t, { url: "https://hooks.example/in" });
  const file = { sha256: "d".repeat(64), name: "pages.pdf", type: "application/pdf", bytes: 9 };
  t.db
    .insert(uploads)
    .values({ ...file, createdAt: t.clock.now() })
    .run();
}
