import { describe, expect, test } from "vitest";
import type { OrderFileAnswers } from "../../../../server/contract/order-import.ts";
import {
  CSV_COLUMNS,
  CSV_HEADERS,
  csvFile,
  type CsvRow,
  eddHeaders,
  planForeign,
  previewForeign,
} from "../../../support/foreign-csv.ts";

const PAYMENT: CsvRow = {
  ID: "301",
  Email: "anna@example.com",
  "First Name": "Anna",
  "Last Name": "Bear",
  Products: "Weekend Pack - €9.00 / Colour Book - A/B - Classroom - €12.00",
  "Amount (€)": "21.00",
  "Tax (€)": "3.35",
  "Payment Method": "stripe",
  "Purchase Key": "abc",
  Date: "2025-07-04 10:06:07",
  Status: "Complete",
};
const EDD_ANSWERS: OrderFileAnswers = { zone: "Europe/Berlin", currency: "eur" };
const edd = (changes: CsvRow, answers = EDD_ANSWERS) =>
  planForeign(csvFile(eddHeaders("€"), [{ ...PAYMENT, ...changes }]), answers);

describe("Easy Digital Downloads", () => {
  test("reads a payment in the site's time, with all items of its cell", () => {
    expect(edd({})).toMatchObject({
      source: "edd",
      orders: [
        {
          sourceId: "301",
          name: "Anna Bear",
          paidAt: Date.parse("2025-07-04T08:06:07Z"),
          currency: "eur",
          total: 2100,
          tax: 335,
          items: [
            { name: "Weekend Pack", price: 900 },
            { name: "Colour Book - A/B - Classroom", price: 1200 },
          ],
        },
      ],
    });
  });

  test("asks for the zone and the currency, and reads nothing before", () => {
    const file = csvFile(eddHeaders("$"), [PAYMENT]);
    expect(previewForeign(file)).toMatchObject({
      source: "edd",
      questions: ["zone", "currency"],
      currency: "usd",
      products: [{ name: "Weekend Pack", rows: 1 }, { name: "Colour Book - A/B - Classroom" }],
    });
    expect(() => planForeign(file, { zone: "UTC" })).toThrow(
      "Some questions about this file are still open.",
    );
  });

  test.each([
    ["Refunded", { state: "refunded", refunded: 2100 }],
    ["Partially Refunded", { state: "paid", refunded: 0 }],
    ["Revoked", { state: "revoked" }],
  ])("reads a payment with the status %s", (Status, order) => {
    expect(edd({ Status })).toMatchObject({ orders: [order], skipped: [] });
  });

  test.each(["Pending", "Abandoned", "Failed"])("skips one with the status %s", (Status) => {
    const skipped = [{ reason: "unpaid", value: Status }];
    expect(edd({ Status })).toMatchObject({ orders: [], skipped });
  });

  test("skips a test payment", () => {
    const skipped = [{ reason: "test", value: "Test Payment" }];
    expect(edd({ "Payment Method": "Test Payment" })).toMatchObject({ orders: [], skipped });
  });
});

const LINE: CsvRow = {
  order: "A-1",
  mail: "anna@example.com",
  when: "2025-03-04T10:00:00Z",
  what: "Weekend Pack",
  sum: "9.00",
  money: "eur",
};
const anyCsv = (rows: CsvRow[], answers: OrderFileAnswers = {}, separator = ",") =>
  planForeign(csvFile(CSV_HEADERS, rows, separator), { columns: CSV_COLUMNS, ...answers });

describe("any CSV", () => {
  test("asks for its columns", () => {
    expect(previewForeign(csvFile(CSV_HEADERS, [LINE]))).toMatchObject({
      source: "csv",
      questions: ["columns"],
      headers: CSV_HEADERS,
      samples: [
        ["A-1"],
        ["anna@example.com"],
        ["2025-03-04T10:00:00Z"],
        ["Weekend Pack"],
        ["9.00"],
        ["eur"],
        [],
        [],
      ],
    });
  });

  test("reads rows with one number as one order", () => {
    const more = { ...LINE, what: "Colour Book", sum: "1.234,50 €" };
    expect(anyCsv([LINE, more], {}, ";")).toMatchObject({
      orders: [
        { number: "A-1", total: 124_350, currency: "eur", items: [{}, { name: "Colour Book" }] },
      ],
      skipped: [],
    });
  });

  test.each([
    ["refunded", "refunded"],
    ["Chargeback", "disputed"],
    ["cancelled", "revoked"],
    ["Completed", "paid"],
  ])("reads the status %s", (status, state) => {
    expect(anyCsv([{ ...LINE, state: status }])).toMatchObject({ orders: [{ state }] });
  });

  test("skips an unknown status, which may be an unpaid order", () => {
    const skipped = [{ reason: "unpaid", value: "on hold" }];
    expect(anyCsv([{ ...LINE, state: "on hold" }])).toMatchObject({ orders: [], skipped });
  });

  test("skips an order without a number, and one with a row that has too many cells", () => {
    const file = csvFile(CSV_HEADERS, [{ ...LINE, order: "" }, { ...LINE, order: "A-2" }, LINE]);
    const cut = file.replace("A-2,", "A-2,,");
    expect(planForeign(cut, { columns: CSV_COLUMNS })).toMatchObject({
      orders: [{ number: "A-1" }],
      skipped: [
        { line: 2, number: null, reason: "broken_row" },
        { line: 3, number: "A-2", reason: "broken_row", value: expect.stringMatching(/./) },
      ],
    });
  });

  test("asks for the order of day and month only if no date of the file shows it", () => {
    const zone = "UTC";
    const dated = (...dates: string[]) =>
      dates.map((when, at) => ({ ...LINE, order: `A-${at}`, when }));
    const file = csvFile(CSV_HEADERS, dated("3/4/2025", "5/6/2025"));
    const asked = previewForeign(file, { columns: CSV_COLUMNS, zone });
    expect(asked).toMatchObject({ questions: ["dayOrder"], ambiguousDate: "3/4/2025" });
    const daysOf = (answers: OrderFileAnswers, ...dates: string[]) =>
      anyCsv(dated(...dates), { zone, ...answers }).orders.map(({ paidAt }) =>
        new Date(paidAt).toISOString().slice(0, 10),
      );
    expect(daysOf({ dayOrder: "dmy" }, "3/4/2025")).toEqual(["2025-04-03"]);
    expect(daysOf({ dayOrder: "mdy" }, "3/4/2025")).toEqual(["2025-03-04"]);
    expect(daysOf({}, "3/4/2025", "31/4/2025", "30/4/2025")).toEqual(["2025-04-03", "2025-04-30"]);
    expect(daysOf({}, "3/4/2025 3:06 PM", "4/30/2025")).toEqual(["2025-03-04", "2025-04-30"]);
    expect(daysOf({}, "3.4.2025")).toEqual(["2025-04-03"]);
  });

  test("reads Windows-1252 once the guess is confirmed", () => {
    const latin1 = Uint8Array.from(csvFile(CSV_HEADERS, [{ ...LINE, who: "Jörg" }]), (letter) =>
      letter.charCodeAt(0),
    );
    expect(() => planForeign(latin1, { columns: CSV_COLUMNS })).toThrow("are still open");
    const answers = { columns: CSV_COLUMNS, encoding: "windows-1252" } as const;
    expect(planForeign(latin1, answers)).toMatchObject({ orders: [{ name: "Jörg" }] });
  });

  test("names too many products: the column is wrong", () => {
    const rows = Array.from({ length: 501 }, (_, at) => ({ ...LINE, what: `Product ${at}` }));
    expect(() => previewForeign(csvFile(CSV_HEADERS, rows), { columns: CSV_COLUMNS })).toThrow(
      "The file has more than 500 product names.",
    );
  });
});

test("exports of Etsy are refused with the reason", () => {
  const file = csvFile(["Sale Date", "Order ID", "Buyer", "Order Value"], [{}]);
  expect(() => previewForeign(file)).toThrow("Etsy's exports contain no email addresses");
});

test.each([
  ["Europe/Berlin", "2025-03-30 01:59:00", "2025-03-30T00:59:00Z"],
  ["Europe/Berlin", "2025-03-30 03:00:00", "2025-03-30T01:00:00Z"],
  ["Europe/Berlin", "2025-10-26 02:30:00", "2025-10-26T00:30:00Z"],
  ["America/New_York", "2025-01-15 23:30:00", "2025-01-16T04:30:00Z"],
])("a time in %s: %s", (zone, local, time) => {
  const { orders } = anyCsv([{ ...LINE, when: local }], { zone });
  expect(orders.map(({ paidAt }) => new Date(paidAt).toISOString())).toEqual([
    new Date(time).toISOString(),
  ]);
});
