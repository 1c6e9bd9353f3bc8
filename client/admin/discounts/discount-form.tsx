import type { QueryKey } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { DiscountList } from "../../../server/contract/discounts.ts";
import type { TableField, Value } from "../../../server/contract/tables.ts";
import { discountWords as words } from "../../content/admin-discounts.ts";
import { ApiError, readableMessage } from "../../lib/answer.ts";
import { adminCalls } from "../data/api.ts";
import { NoConnection } from "../data/no-connection.tsx";
import { useDirectCall } from "../data/use-direct-write.ts";
import { FieldRow } from "../forms/field-row.tsx";
import { FormDialog } from "../forms/form-dialog.tsx";
import { useFocusOnRefusal } from "../forms/form-fields.tsx";
import { type Typed, typedOf } from "../forms/row-values.ts";
import { currencyOf, newDiscountOf } from "./new-discount.ts";

type Products = DiscountList["products"];
type Problems = Partial<Record<string, string>>;

function fieldsFor(products: Products): Record<string, TableField> {
  const part = { operators: [], sortable: false } as const;
  const { fields } = words;
  return {
    code: { ...part, ...fields.code, type: "string", cols: 40 },
    percentOff: { ...part, ...fields.percentOff, type: "number", default: "", cols: 8 },
    amountOff: {
      ...part,
      ...fields.amountOff,
      type: "integer",
      format: "money",
      currency: { column: "currency" },
      default: "",
      cols: 10,
    },
    productIds: {
      ...part,
      ...fields.productIds,
      type: "array",
      enum: products.map(({ id }) => String(id)),
      enumNames: products.map(({ name }) => name),
    },
    expiresAt: { ...part, ...fields.expiresAt, type: "string", format: "date-time", cols: 20 },
    maxUses: { ...part, ...fields.maxUses, type: "integer", default: "", cols: 8 },
  };
}

type DiscountFormProps = Pick<DiscountList, "products" | "currency"> & {
  /** Key of the query of all codes. */
  stores: QueryKey;
  onClose: () => void;
};

/** Dialog that creates a discount code. A refused code keeps its input. */
export function DiscountForm({ products, currency, stores, onClose }: DiscountFormProps) {
  const send = useDirectCall();
  const properties = fieldsFor(products);
  const [typed, setTyped] = useState<Typed>(() => typedOf({ properties }));
  const [problems, setProblems] = useState<Problems>({});
  const [banner, setBanner] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(form, refusals);

  const change = (name: string, value: Value) => {
    setTyped({ ...typed, [name]: value });
    setProblems({ ...problems, [name]: undefined });
  };
  const submit = async () => {
    setBusy(true);
    setBanner(undefined);
    try {
      const json = newDiscountOf(properties, typed, { products, currency });
      await send({
        // A retry after a lost connection creates only one code.
        name: "create",
        call: async (options) => (await adminCalls.createDiscount(json, options)).result,
        stores,
        done: words.created(json.code),
      });
      onClose();
    } catch (error) {
      const found = problemsOf(error);
      setProblems(found);
      if (!Object.keys(found).some((name) => name in properties)) {
        setBanner(readableMessage(error));
      }
      setRefusals(refusals + 1);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={words.add}
      busy={busy}
      problem={banner}
      submit={words.create}
      form={{ ref: form, noValidate: true }}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <NoConnection text={words.offline} />
        {Object.entries(properties).map(([name, field]) => (
          <FieldRow
            key={name}
            {...{ name, field }}
            row={{ currency: currencyOf(typed, { products, currency }) }}
            value={typed[name] ?? null}
            required={name === "code"}
            problem={problems[name]}
            disabled={busy}
            onChange={(value) => change(name, value)}
          />
        ))}
      </div>
    </FormDialog>
  );
}

function problemsOf(error: unknown): Problems {
  const { errors = {} } = error instanceof ApiError ? error : {};
  const found = Object.entries(errors).map(([name, [text]]) => [name, text] as const);
  return Object.fromEntries(found.filter(([name]) => name in words.fields));
}
