import type { TableField } from "../../../server/contract/tables.ts";
import { moneyWords as words } from "../../content/admin-parts.ts";
import { countText, moneyText } from "../ui/formats.ts";
import { lineInput } from "./controls.tsx";
import type { FieldKind, FieldPart, Filled, RowPart } from "./field-kind.ts";
import { rangeFilter } from "./number.tsx";
import { readMoney, typedMoney } from "../../../server/contract/read-money.ts";

/** From this multiple of the amount before, a change may be a mistake. */
const MANY_TIMES = 10;
const CODE = /^[a-z]{3}$/i;

/** Returns the currency of an amount; undefined if the row contains no valid code. */
function currencyOf({ currency }: TableField, row: RowPart): string | undefined {
  if (!currency) return undefined;
  const code = "code" in currency ? currency.code : row[currency.column];
  return typeof code === "string" && CODE.test(code.trim()) ? code.trim() : undefined;
}

function amountText(value: Filled, field: TableField, row: RowPart): string {
  if (typeof value !== "number") return String(value);
  const currency = currencyOf(field, row);
  return currency ? moneyText(value, currency) : words.unknown(countText(value));
}

/** Text of an input; without a currency, the stored number. */
function typed(value: Filled, field: TableField, row: RowPart): string {
  const currency = currencyOf(field, row);
  return typeof value === "number" && currency ? typedMoney(value, currency) : String(value);
}

function read(text: string, field: TableField, row: RowPart): string | number {
  const currency = currencyOf(field, row);
  return (currency && readMoney(text, currency)?.amount) ?? text;
}

const Line = lineInput({ inputMode: "decimal" });

/** Input of an amount, with the code of its currency. */
function MoneyInput(part: FieldPart) {
  const currency = currencyOf(part.field, part.row ?? {})?.toUpperCase();
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-2">
      <Line {...part} />
      {currency && <span className="text-ink-2">{currency}</span>}
    </div>
  );
}

const findFault: FieldKind["findFault"] = (value, field, row) => {
  const currency = currencyOf(field, row);
  if (!currency) return words.noCurrency;
  if (typeof value !== "number") return words.unreadable(typedMoney(1200, currency));
  const { minimum = -Infinity, maximum = Infinity } = field;
  if (value < minimum) return words.least(moneyText(minimum, currency));
  return value > maximum ? words.most(moneyText(maximum, currency)) : undefined;
};

const question: FieldKind["question"] = (typed, field, { row, before }) => {
  const currency = currencyOf(field, row);
  const result = currency && readMoney(String(typed), currency);
  if (!result) return undefined;
  const text = moneyText(result.amount, currency);
  const isSurprising =
    typeof before === "number" && before > 0 && result.amount > before * MANY_TIMES;
  if (isSurprising) return words.surprising(field.title, text, moneyText(before, currency));
  return result.isAmbiguous ? words.ambiguous(field.title, text) : undefined;
};

/** Amount in the smallest unit of a currency, which a column of the row or the field names. */
export const money: FieldKind = {
  text: amountText,
  copy: typed,
  Input: MoneyInput,
  toTyped: typed,
  read,
  findFault,
  question,
  filter: {
    ...rangeFilter({ toTyped: typed, read, findFault }),
    text: (value, field, row) =>
      /^\d+$/.test(value) ? amountText(Number(value), field, row) : value,
  },
  width: 96,
  isNumeric: true,
};
