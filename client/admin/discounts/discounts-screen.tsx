import { queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { QrCode } from "lucide-react";
import {
  type DiscountCode,
  type DiscountList,
  readCode,
} from "../../../server/contract/discounts.ts";
import { discountWords as words } from "../../content/admin-discounts.ts";
import { adminCalls } from "../data/api.ts";
import { RemoteList } from "../data/remote-list.tsx";
import { useDirectWrite } from "../data/use-direct-write.ts";
import { useOpenLink } from "../actions/open-link.tsx";
import { IconButton, ToolButton } from "../ui/controls.tsx";
import { useAsk, useDialogs } from "../ui/dialog.tsx";
import { moneyText } from "../ui/formats.ts";
import { useTimes } from "../ui/times.ts";
import { CopyButton, StateMark } from "../ui/panels.tsx";
import { Screen } from "../ui/screen.tsx";
import { Tab, Tabs } from "../ui/tabs.tsx";
import type { TableSearch } from "../url/table-search.ts";
import { DiscountForm } from "./discount-form.tsx";

/** Query for the codes; not cached on the device, because they are stored at the provider. */
const discountsQuery = queryOptions({
  queryKey: ["discounts"],
  queryFn: adminCalls.listDiscounts,
});

const VIEWS = ["active", "ended", "all"] as const;

/** Screen to create and end discount codes and to see their use. */
export function DiscountsScreen() {
  const codes = useQuery(discountsQuery);
  const { isBusy, error, write } = useDirectWrite();
  const { show } = useDialogs();
  const ask = useAsk();
  const stores = discountsQuery.queryKey;
  const { state } = useSearch({ strict: false }) as TableSearch;
  const navigate = useNavigate();
  const view = VIEWS.find((each) => each === state) ?? "active";
  const shown = codes.data?.codes.filter(
    ({ isActive }) => view === "all" || isActive === (view === "active"),
  );
  const empty = codes.data?.codes.length ? words.emptyView : words.empty;
  const add = (list: DiscountList) =>
    show((close) => <DiscountForm {...list} stores={stores} onClose={close} />);
  const end = async ({ id, code }: DiscountCode) => {
    const { endText: text, endYes: yes } = words;
    if (!(await ask({ title: words.endAsk(code), text, yes, danger: true }))) return;
    write({
      call: async (options) => (await adminCalls.endDiscount(id, options)).result,
      stores,
      done: words.wasEnded(code),
    });
  };
  return (
    <Screen title={words.title} lead={words.lead}>
      <div className="max-w-3xl">
        <Tabs label={words.views}>
          {VIEWS.map((each) => (
            <Tab
              key={each}
              title={words[each]}
              isCurrent={each === view}
              onShow={() => void navigate({ to: ".", search: { state: each } })}
            />
          ))}
        </Tabs>
        <RemoteList
          rows={shown}
          query={codes}
          words={{ ...words, empty }}
          error={error}
          aside={
            codes.data && (
              <ToolButton look="main" onClick={() => add(codes.data)}>
                {words.add}
              </ToolButton>
            )
          }
        >
          {(code) => (
            <CodeRow key={code.id} code={code} isBusy={isBusy} onEnd={() => void end(code)} />
          )}
        </RemoteList>
      </div>
    </Screen>
  );
}

type CodeRowProps = { code: DiscountCode; isBusy: boolean; onEnd: () => void };

function CodeRow({ code, isBusy, onEnd }: CodeRowProps) {
  const { isActive, uses, maxUses, expiresAt } = code;
  const state = isActive
    ? ({ text: words.active, tone: "good" } as const)
    : ({ text: words.ended, tone: "plain" } as const);
  const openLink = useOpenLink();
  const { timeOf } = useTimes();
  const linkCode = readCode(code.code);
  const path = `/?code=${linkCode}`;
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
          {linkCode && (
            <>
              <CopyButton text={window.location.origin + path} what={words.link(code.code)} />
              <IconButton
                icon={QrCode}
                label={words.qrCode(code.code)}
                onClick={() =>
                  openLink({
                    name: words.linkPage(linkCode),
                    path,
                    campaign: linkCode.toLowerCase(),
                  })
                }
              />
            </>
          )}
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
  return moneyText(amountOff ?? 0, currency ?? "usd");
}

function productsText({ products }: DiscountCode): string {
  if (products === null) return words.allProducts;
  return products.length === 0 ? words.otherProducts : products.join(", ");
}
