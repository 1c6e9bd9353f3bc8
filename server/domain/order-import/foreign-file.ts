import type { Reader } from "../../../db/client.ts";
import { foldText } from "../../../db/text-keys.ts";
import {
  type ForeignProduct,
  type ForeignSource,
  MOST_FOREIGN_PRODUCTS,
  type OrderFileAnswers,
  type OrderFilePreview,
  type OrderFileQuestion,
} from "../../contract/order-import.ts";
import { AppError } from "../../errors.ts";
import type { OrderFile } from "../../ports/read-worker.ts";
import { anyCsv, isMapped } from "./any-csv.ts";
import { findDayOrder, lacksOffset } from "./dates.ts";
import { edd } from "./edd.ts";
import { type ForeignOrders, readOrders } from "./foreign-order.ts";
import { type ForeignRow, type ForeignSheet, readForeignSheet } from "./foreign-sheet.ts";
import { type ForeignFormat, hasAll } from "./formats.ts";
import { gumroad } from "./gumroad.ts";
import { shopify } from "./shopify.ts";

const FORMATS: readonly ForeignFormat[] = [gumroad, shopify, edd, anyCsv];
const isEtsy = hasAll("Sale Date", "Order ID", "Buyer");
const SAMPLES = 3;
const LONGEST_SAMPLE = 40;
const ONE_ZONE = "UTC";

const texts = {
  etsy: "Etsy's exports contain no email addresses, so they can't give buyers access to their files. Ask your buyers to email you, then add an order with the product for each of them.",
  manyProducts: `The file has more than ${MOST_FOREIGN_PRODUCTS} product names. Is the right column chosen for the product?`,
  unanswered: "Some questions about this file are still open. Please answer them first.",
};

type OpenFile = {
  format: ForeignFormat;
  sheet: ForeignSheet;
  questions: OrderFileQuestion[];
  dayOrder: OrderFileAnswers["dayOrder"];
  ambiguousDate: string | null;
};

/** Describes a file and its open questions. Throws AppError `invalid` for an unusable file. */
export function previewOrderFile(db: Pick<Reader, "sqlite">, file: OrderFile): OrderFilePreview {
  const opened = openFile(file);
  const { format, sheet, questions, ambiguousDate } = opened;
  const { encoding, rows, headers } = sheet;
  const first = rows.slice(0, SAMPLES);
  return {
    source: format.source,
    encoding,
    foreignWords: sheet.foreignWords,
    rows: rows.length,
    headers,
    samples: headers.map((header) =>
      first.map(({ cell }) => cell(header).slice(0, LONGEST_SAMPLE)).filter(Boolean),
    ),
    products: listProducts(db, opened, file.answers),
    questions,
    ambiguousDate,
    currency: format.suggestCurrency?.(headers, file.answers) ?? null,
  };
}

/** Reads all orders of a file. Throws AppError `invalid` if a question is open. */
export function readOrderFile(file: OrderFile): { source: ForeignSource } & ForeignOrders {
  const { format, sheet, questions, dayOrder } = openFile(file);
  if (questions.length > 0) throw new AppError("invalid", texts.unanswered);
  const { answers, now } = file;
  const zone = format.isInUtc ? ONE_ZONE : (answers.zone ?? ONE_ZONE);
  const read = readOrders(format, sheet.rows, { ...answers, zone, dayOrder, now });
  return { source: format.source, ...read };
}

function openFile({ bytes, answers }: OrderFile): OpenFile {
  let format = anyCsv;
  const sheet = readForeignSheet(bytes, answers, (headers) => {
    if (isEtsy(headers)) throw new AppError("invalid", texts.etsy);
    format = FORMATS.find(({ isFormat }) => isFormat(headers)) ?? anyCsv;
    return format.columnsOf(headers, answers);
  });
  const dates = listDates(sheet.rows, format.dates(answers));
  const provenOrder = provenDayOrder(dates);
  const ambiguousDate = provenOrder
    ? null
    : (dates.find((date) => findDayOrder(date) === "any") ?? null);
  const lacksColumns = format === anyCsv && !isMapped(answers);
  const isOpen = {
    encoding: sheet.isGuess,
    columns: lacksColumns,
    dayOrder: ambiguousDate !== null && answers.dayOrder === undefined,
    zone: !format.isInUtc && answers.zone === undefined && dates.some(lacksOffset),
    currency:
      !lacksColumns &&
      answers.currency === undefined &&
      format.suggestCurrency?.(sheet.headers, answers) !== undefined,
  };
  const questions = (Object.keys(isOpen) as OrderFileQuestion[]).filter((name) => isOpen[name]);
  return { format, sheet, questions, dayOrder: provenOrder ?? answers.dayOrder, ambiguousDate };
}

/** Returns the date of each row: the first of these columns that is filled. */
function listDates(rows: readonly ForeignRow[], columns: readonly string[]): string[] {
  return rows.map(({ cell }) => columns.map(cell).find(Boolean) ?? "");
}

/** Returns the order of day and month that dates of the file prove, unless they contradict. */
function provenDayOrder(dates: readonly string[]): OrderFileAnswers["dayOrder"] {
  const orders = new Set(dates.filter((date) => date.includes("/")).map(findDayOrder));
  const isDayFirst = orders.has("dmy");
  if (isDayFirst === orders.has("mdy")) return undefined;
  return isDayFirst ? "dmy" : "mdy";
}

function listProducts(
  db: Pick<Reader, "sqlite">,
  { format, sheet }: OpenFile,
  answers: OrderFileAnswers,
): ForeignProduct[] {
  const counts = new Map<string, number>();
  for (const row of sheet.rows) {
    for (const name of format.productsOf(row, answers)) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (counts.size > MOST_FOREIGN_PRODUCTS) throw new AppError("invalid", texts.manyProducts);
    }
  }
  const ids = productIds(db);
  return [...counts]
    .map(([name, count]) => ({ name, rows: count, productId: ids.get(foldText(name)) ?? null }))
    .toSorted((one, other) => other.rows - one.rows);
}

/** Returns the ids of the products that imported orders can grant, by folded name. */
function productIds({ sqlite }: Pick<Reader, "sqlite">): Map<string, number> {
  const named = sqlite
    .prepare<[], [number, string]>("SELECT id, name FROM products WHERE type = 'digital'")
    .raw()
    .all();
  return new Map(named.map(([id, name]) => [foldText(name), id]));
}
