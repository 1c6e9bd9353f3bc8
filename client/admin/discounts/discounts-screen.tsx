import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DiscountCode, DiscountList } from "../../../server/contract/discounts.ts";
import { formatMoney } from "../../../server/contract/format.ts";
import { discountWords as words } from "../../content/admin-discounts.ts";
import { readableMessage } from "../../lib/answer.ts";
import { randomKey } from "../../lib/retry.ts";
import { useAdmin } from "../data/admin-context.ts";
import { ToolButton } from "../ui/controls.tsx";
import { useAsk, useDialogs } from "../ui/dialog.tsx";
import { timeOf } from "../ui/formats.ts";
import { useToasts } from "../ui/toasts.tsx";
import { adminCalls } from "../data/api.ts";
import { NoConnection } from "../data/no-connection.tsx";
import { CopyButton, Panel, StateMark } from "../ui/panels.tsx";
import { LoadedBody, Screen } from "../ui/screen.tsx";
import { DiscountForm } from "./discount-form.tsx";

/** Query for the codes; not cached on the device, because they are stored at the provider. */
const discountsQuery = queryOptions({
  queryKey: ["discounts"],
  queryFn: adminCalls.listDiscounts,
});

/** Screen to create and end discount codes and to see their use. */
export function DiscountsScreen() {
  const codes = useQuery(discountsQuery);
  const { data } = codes;
  const client = useQueryClient();
  const { show } = useDialogs();
  const store = (list: DiscountList) => client.setQueryData(discountsQuery.queryKey, list);
  const add = (list: DiscountList) =>
    show((close) => <DiscountForm {...list} onCreated={store} onClose={close} />);
  return (
    <Screen title={words.title} lead={words.lead}>
      <div className="max-w-3xl">
        <Panel
          title={words.list}
          count={data?.codes.length}
          aside={
            data && (
              <ToolButton look="main" onClick={() => add(data)}>
                {words.add}
              </ToolButton>
            )
          }
        >
          <NoConnection text={words.offline} className="m-3" />
          <LoadedBody query={codes} words={words}>
            {(list) => <Codes codes={list.codes} onEnded={store} />}
          </LoadedBody>
        </Panel>
      </div>
    </Screen>
  );
}

type CodesProps = { codes: DiscountCode[]; onEnded: (list: DiscountList) => void };

function Codes({ codes, onEnded }: CodesProps) {
  const { user } = useAdmin();
  const { show } = useToasts();
  const ask = useAsk();
  const end = useMutation({
    async mutationFn({ id, code }: DiscountCode) {
      const { result } = await adminCalls.endDiscount(id, { key: randomKey(), user: user.id });
      onEnded(result);
      show({ text: words.wasEnded(code) });
    },
  });
  const askToEnd = async (code: DiscountCode) => {
    const { endText: text, endYes: yes } = words;
    if (!(await ask({ title: words.endAsk(code.code), text, yes, danger: true }))) return;
    if (!end.isPending) end.mutate(code);
  };
  if (codes.length === 0) {
    return <p className="px-4 py-6 text-center text-ink-2">{words.empty}</p>;
  }
  return (
    <>
      {end.error && (
        <p role="alert" className="px-4 pt-3 font-semibold text-danger">
          {readableMessage(end.error)}
        </p>
      )}
      <ul className="divide-y divide-line">
        {codes.map((code) => (
          <CodeRow
            key={code.id}
            code={code}
            isBusy={end.isPending}
            onEnd={() => void askToEnd(code)}
          />
        ))}
      </ul>
    </>
  );
}

type CodeRowProps = { code: DiscountCode; isBusy: boolean; onEnd: () => void };

function CodeRow({ code, isBusy, onEnd }: CodeRowProps) {
  const { isActive, uses, maxUses, expiresAt } = code;
  const state = isActive
    ? ({ text: words.active, tone: "good" } as const)
    : ({ text: words.ended, tone: "plain" } as const);
  const link = `${window.location.origin}/?code=${encodeURIComponent(code.code)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold wrap-anywhere">{code.code}</span>
          <StateMark state={state} />
          <span>{words.off(discountText(code))}</span>
        </p>
        <p className="mt-0.5 text-ink-2 wrap-anywhere">
          {[
            words.uses(uses, maxUses),
            productsText(code),
            expiresAt && words.until(timeOf(expiresAt)),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {isActive && (
        <div className="flex items-center gap-1.5">
          <CopyButton text={link} what={words.link(code.code)} />
          <ToolButton aria-label={words.end(code.code)} aria-disabled={isBusy} onClick={onEnd}>
            {words.endShort}
          </ToolButton>
        </div>
      )}
    </li>
  );
}

function discountText({ percentOff, amountOff, currency }: DiscountCode): string {
  if (percentOff !== null) return words.percent(percentOff);
  return formatMoney(amountOff ?? 0, currency ?? "usd");
}

function productsText({ products }: DiscountCode): string {
  if (products === null) return words.allProducts;
  return products.length === 0 ? words.otherProducts : products.join(", ");
}
