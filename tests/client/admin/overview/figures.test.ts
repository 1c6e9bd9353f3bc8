import { expect, test } from "vitest";
import {
  axisDay,
  axisMoney,
  changeOf,
  countryName,
  daysText,
  dropOff,
  figureOf,
  percentText,
  pointText,
  seriesCsv,
} from "../../../../client/admin/overview/figures.ts";

test.each([
  [0, 0, "no change", 0],
  [500, 0, "from zero", 1],
  [-500, 0, "from zero", -1],
  [0, 500, "−100%", -1],
  [0, -500, "+100%", 1],
  [500, 500, "no change", 0],
  [1_000_001, 1_000_000, "no change", 0],
  [1005, 1000, "+0.5%", 1],
  [995, 1000, "−0.5%", -1],
  [1123, 1000, "+12%", 1],
  [13_000, 1000, "+1,200%", 1],
])("%d after %d is %s", (now, before, text, direction) => {
  expect(changeOf(now, before)).toEqual({ text, direction });
});

test.each([
  [0, 0, null],
  [0, 5, null],
  [5, 8, null],
  [8, 8, 0],
  [8, 2, 0.75],
  [8, 0, 1],
])("from %d to %d the loss is %s", (before, now, loss) => {
  expect(dropOff(before, now)).toBe(loss);
});

test.each([
  [0, "0%"],
  [0.0004, "0%"],
  [0.0731, "7.3%"],
  [0.0996, "10%"],
  [0.734, "73%"],
])("the share %d is %s", (share, text) => {
  expect(percentText(share)).toBe(text);
});

test("the average is revenue per order, and zero without orders", () => {
  expect(figureOf("average", { revenue: 10_000, orders: 3, refunds: 500 })).toBe(3333);
  expect(figureOf("average", { revenue: 0, orders: 0, refunds: 500 })).toBe(0);
});

test("a CSV file has amounts in major units, with the currency's decimals", () => {
  const point = { day: "2026-11-26", revenue: 123_450, orders: 2, refunds: 3700 };
  expect(seriesCsv([point, { ...point, revenue: 0, orders: 0 }], "eur")).toBe(
    "day,currency,revenue,orders,refunds,average\r\n" +
      "2026-11-26,EUR,1234.50,2,37.00,617.25\r\n" +
      "2026-11-26,EUR,0.00,0,37.00,0.00\r\n",
  );
  expect(seriesCsv([point], "jpy")).toContain("2026-11-26,JPY,123450,2,3700,61725");
});

test("days are formatted alike in every time zone of the browser", () => {
  expect(pointText("2026-11-01", "day")).toBe("Nov 1, 2026");
  expect(pointText("2026-11-02", "week")).toBe("Week of Nov 2, 2026");
  expect(pointText("2026-11-01", "month")).toBe("November 2026");
  expect(daysText("2026-11-20", "2026-11-26").replaceAll(/\s/g, " ")).toBe("Nov 20 – 26, 2026");
  expect(daysText("2026-11-26", "2026-11-26")).toBe("Nov 26, 2026");
  expect(axisDay("2026-11-01", "week")).toBe("Nov 1");
  expect(axisDay("2026-11-01", "month")).toBe("Nov 2026");
});

test("axes have short amounts, and country codes become names", () => {
  expect(axisMoney(123_400, "usd")).toBe("$1.2K");
  expect(axisMoney(-3700, "eur")).toBe("-€37");
  expect(countryName("at")).toBe("Austria");
  expect(countryName("")).toBe("Unknown");
  expect(countryName("ZZZ")).toBe("ZZZ");
});
