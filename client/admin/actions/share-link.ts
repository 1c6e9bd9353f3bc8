import { countedSource } from "../../../server/contract/counted-source.ts";
import { BUY_PARAM } from "../../../server/contract/paths.ts";
import { ROW_VALUE, type RowLink, type TableRow } from "../../../server/contract/tables.ts";

/** Longest campaign parameter, so that each address fits into a QR code. */
export const MOST_PARAMETER_CHARACTERS = 60;

/** Where a link leads, and whether it can open the checkout there. */
export type SharedPage = RowLink & {
  /** Name of the page for people. */
  name: string;
  /** Row of the columns in the path. */
  row?: TableRow;
  /** First value of the campaign. */
  campaign?: string;
};

/** Campaign parameters as typed. */
export type Campaign = { source: string; medium: string; campaign: string };

/** Returns the path of a page, with the values of its row. */
export function linkPath({ path, row }: Pick<SharedPage, "path" | "row">): string {
  const valueOf = (column: string) => encodeURIComponent(String(row?.[column]));
  return path.replaceAll(ROW_VALUE, (_, column: string) => valueOf(column));
}

/**
 * Returns the address to share. Campaign parameters have the form in which visits are counted. The
 * address is ASCII, so each QR reader returns it unchanged.
 */
export function linkAddress(
  page: { origin: string; path: string; opensCheckout: boolean },
  { source, medium, campaign }: Campaign,
): string {
  const url = new URL(page.path, page.origin);
  if (page.opensCheckout) url.searchParams.set(BUY_PARAM, "");
  const parameters = { utm_source: source, utm_medium: medium, utm_campaign: campaign };
  for (const [name, typed] of Object.entries(parameters)) {
    const value = countedSource(typed.slice(0, MOST_PARAMETER_CHARACTERS));
    if (value !== "") url.searchParams.set(name, value);
  }
  return url.href;
}
