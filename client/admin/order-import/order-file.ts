import {
  CSV_FIELDS,
  type CsvField,
  MOST_ORDER_FILE_BYTES,
  NEEDED_CSV_FIELDS,
  type OrderFileAnswers,
  type OrderFilePreview,
  type OrderFileQuestion,
  type OrderImportReport,
  type OrderImports,
} from "../../../server/contract/order-import.ts";
import { formatDay } from "../../../server/contract/format.ts";
import { IMPORT_ENCODINGS, type TableField } from "../../../server/contract/tables.ts";
import { orderImportWords as words } from "../../content/admin-order-import.ts";
import { ApiError } from "../../lib/answer.ts";
import { calls } from "../../lib/typed-client.ts";
import { read, type WriteOptions, writeOptions } from "../data/request.ts";
import type { Typed } from "../forms/row-values.ts";
import { bytesText } from "../kinds/upload.ts";

const CSV_NAMES = Object.keys(CSV_FIELDS) as CsvField[];
const routes = calls.admin["order-import"];

/** Calls of the import of orders. They reject with an ApiError. */
export const orderImportCalls = {
  get: () => read<OrderImports>(routes.$get(), words.failed),
  preview: (file: Blob, answers: OrderFileAnswers) =>
    read<OrderFilePreview>(
      routes.preview.$post({}, { init: { body: formOf(file, answers) } }),
      words.notRead,
    ),
  check: (file: Blob, answers: OrderFileAnswers) =>
    read<OrderImportReport>(
      routes.try.$post({}, { init: { body: formOf(file, answers) } }),
      words.notRead,
    ),
  start(file: Blob, answers: OrderFileAnswers, options: WriteOptions) {
    const { headers, init } = writeOptions(options);
    const body = formOf(file, answers);
    return read<OrderImports>(
      routes.$post({}, { headers, init: { ...init, body } }),
      words.notStarted,
    );
  },
  undo: (changeSet: number, options: WriteOptions) =>
    read<OrderImports>(
      routes.undo.$post({ json: { changeSet } }, writeOptions(options)),
      words.notStarted,
    ),
  tell: (expected: number, options: WriteOptions) =>
    read<OrderImports>(
      routes.tell.$post({ json: { expected } }, writeOptions(options)),
      words.notStarted,
    ),
};

function formOf(file: Blob, answers: OrderFileAnswers): FormData {
  const form = new FormData();
  form.set("file", file, "orders.csv");
  form.set("answers", JSON.stringify(answers));
  return form;
}

/** Chosen file with what the server read from it, and the answers typed so far. */
export type OrderFile = {
  name: string;
  file: Blob;
  preview: OrderFilePreview;
  /** All questions asked so far, also those that are answered. */
  questions: readonly OrderFileQuestion[];
  typed: Typed;
  report?: OrderImportReport | undefined;
};

/** Reads a chosen file. Rejects with an ApiError. */
export async function openOrderFile(picked: File): Promise<OrderFile> {
  const { name, size } = picked;
  if (size > MOST_ORDER_FILE_BYTES) {
    throw new ApiError(words.tooLarge(bytesText(MOST_ORDER_FILE_BYTES)));
  }
  // Copy the content, so that the import matches the check even if the file changes.
  const bytes = await picked.arrayBuffer().catch(() => {
    throw new ApiError(words.unreadable);
  });
  const file = new Blob([bytes]);
  const preview = await orderImportCalls.preview(file, {});
  return withPreview({ name, file, preview, questions: [], typed: {} }, preview);
}

/** Checks the answers: adds the questions that they raise, or reports what the import would do. */
export async function checkOrderFile(chosen: OrderFile): Promise<OrderFile> {
  const { file } = chosen;
  const preview = await orderImportCalls.preview(file, answersOf(chosen));
  const known = new Set(chosen.preview.products.map(({ name }) => name));
  const next = withPreview(chosen, preview);
  const hasNewProduct = preview.products.some(({ name }) => !known.has(name));
  if (preview.questions.length > 0 || hasNewProduct) return next;
  return { ...next, report: await orderImportCalls.check(file, answersOf(next)) };
}

/** Adds a preview: its questions, and answers that it suggests. */
function withPreview(chosen: OrderFile, preview: OrderFilePreview): OrderFile {
  const { source, headers, products, currency } = preview;
  const suggested: Typed = currency === null ? {} : { currency };
  for (const field of source === "csv" ? CSV_NAMES : []) {
    const header = headers.find((each) => plain(each) === plain(field));
    if (header !== undefined) suggested[columnField(field)] = header;
  }
  for (const { name, productId } of products) {
    if (productId !== null) suggested[productField(name)] = String(productId);
  }
  const questions = [...new Set([...chosen.questions, ...preview.questions])];
  const typed = { ...suggested, ...chosen.typed };
  return { ...chosen, preview, questions, typed, report: undefined };
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const productField = (name: string) => `product ${name}`;
const columnField = (field: CsvField) => `column ${field}`;

/** A form field of the questions. */
type QuestionField = { name: string; field: TableField; required: boolean };

const PART = { operators: [], sortable: false } as const;

function choice(title: string, options: readonly (readonly [value: string, name: string])[]) {
  const values = options.map(([value]) => value);
  return {
    ...PART,
    type: "string",
    title,
    enum: values,
    enumNames: options.map(([, name]) => name),
  } as const;
}

/** Returns the fields of the questions, without columns and products. */
export function questionFields({ preview, questions }: OrderFile): QuestionField[] {
  const { encoding, dayOrder, zone, currency } = words.fields;
  const fields: Partial<Record<OrderFileQuestion, TableField>> = {
    encoding: {
      ...choice(encoding.title, Object.entries(IMPORT_ENCODINGS)),
      description: words.words(preview.foreignWords.join(", ")),
    },
    dayOrder: choice(dayOrder.title, dayOrders(preview.ambiguousDate ?? "")),
    zone: { ...PART, ...zone, type: "string", format: "time-zone" },
    currency: { ...PART, ...currency, type: "string", format: "currency" },
  };
  return questions.flatMap((name) => {
    const field = fields[name];
    return field ? [{ name, field, required: true }] : [];
  });
}

function dayOrders(date: string) {
  const [first, second, year] = date.split(/\D/).map(Number);
  const named = (month = 1, day = 1) =>
    words.dayFirst(date, formatDay(new Date(Date.UTC(year ?? 0, month - 1, day)), "UTC"));
  return [
    ["dmy", named(second, first)],
    ["mdy", named(first, second)],
  ] as const;
}

/** Returns the fields that choose the columns of a `csv` file. */
export function columnFields({ preview, questions }: OrderFile): QuestionField[] {
  if (!questions.includes("columns")) return [];
  const headers = preview.headers.filter(Boolean).map((header) => {
    const [sample] = preview.samples[preview.headers.indexOf(header)] ?? [];
    return [header, sample ? `${header}: ${sample}` : header] as const;
  });
  return CSV_NAMES.map((field) => ({
    name: columnField(field),
    field: choice(words.columnNames[field], headers),
    required: NEEDED_CSV_FIELDS.some((needed) => needed === field),
  }));
}

type Product = { id: number; name: string };

/** Returns the fields that choose a product here for each product of the file. */
export function productFields(
  { preview }: OrderFile,
  products: readonly Product[],
): QuestionField[] {
  const options = products.map(({ id, name }) => [String(id), name] as const);
  return preview.products.map(({ name, rows }) => ({
    name: productField(name),
    field: choice(words.productRows(name, rows), options),
    required: false,
  }));
}

/** Returns the typed answers as the server reads them. */
export function answersOf({ typed, preview, questions }: OrderFile): OrderFileAnswers {
  const textOf = (name: string) => String(typed[name] ?? "") || undefined;
  const given = (name: OrderFileQuestion) => (questions.includes(name) ? textOf(name) : undefined);
  const columns = Object.fromEntries(
    CSV_NAMES.map((field) => [field, textOf(columnField(field))] as const),
  );
  return {
    encoding: given("encoding") as OrderFileAnswers["encoding"],
    dayOrder: given("dayOrder") as OrderFileAnswers["dayOrder"],
    zone: given("zone"),
    currency: given("currency"),
    ...(questions.includes("columns") && { columns }),
    products: Object.fromEntries(
      preview.products.map(({ name }) => {
        const id = textOf(productField(name));
        return [name, id === undefined ? null : Number(id)] as const;
      }),
    ),
  };
}

/** Whether all questions that an import needs have an answer. */
export function isAnswered(chosen: OrderFile): boolean {
  const fields = [...questionFields(chosen), ...columnFields(chosen)];
  return fields.every(({ name, required }) => !required || Boolean(chosen.typed[name]));
}
