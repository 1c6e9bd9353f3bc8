import { expect, test, vi } from "vitest";
import { openAccount, whyCached } from "../../../../client/features/account/load-account.ts";
import { ApiError, NO_NETWORK } from "../../../../client/lib/answer.ts";
import { Redirect } from "../../../../server/contract/pages.ts";
import { aBoughtProduct, accountData, aUser } from "../../fixtures.ts";

const device = vi.hoisted(() => ({
  findCachedAccount: vi.fn<() => Promise<unknown>>(),
  emptyDevice: vi.fn<() => Promise<void>>(),
}));
vi.mock("../../../../client/pwa/library/library.ts", () => device);

const READ_AT = 1_795_000_000_000;
const lost = () => Promise.reject(new ApiError("No network", { code: NO_NETWORK }));

test.each<[string, unknown, ReturnType<typeof whyCached>]>([
  ["our own error", new TypeError("x is undefined"), undefined],
  ["an error without a status", new ApiError("Failed to fetch user"), undefined],
  ["an error of the server", new ApiError("Down", { status: 503 }), "unread"],
  ["no connection", new ApiError("No network", { code: NO_NETWORK }), "offline"],
])("%s: %s is %s", (_name, error, cached) => {
  expect(whyCached(error)).toBe(cached);
});

test.each([
  ["no copy", async () => undefined],
  ["a copy that cannot be read", () => Promise.reject(new Error("InvalidStateError"))],
])("offline with %s the failure is thrown", async (_name, find) => {
  device.findCachedAccount.mockImplementationOnce(find);
  await expect(openAccount(lost)).rejects.toMatchObject({ code: NO_NETWORK });
});

test("offline the copy is shown with its time, and the device is not emptied", async () => {
  const copy = { user: aUser(), purchases: [aBoughtProduct()], readAt: READ_AT };
  device.findCachedAccount.mockResolvedValueOnce(copy);
  const shown = { ...copy, paper: null, sessions: [], more: [], cached: "offline" };
  expect(await openAccount(lost)).toEqual(shown);
  expect(device.emptyDevice).not.toHaveBeenCalled();
});

test("the account of the server is shown as it is", async () => {
  const data = accountData();
  expect(await openAccount(async () => data)).toBe(data);
});

test("a signed-out visitor's device is emptied before the redirect", async () => {
  const redirect = new Redirect("/login?returnUrl=%2Faccount");
  await expect(openAccount(() => Promise.reject(redirect))).rejects.toBe(redirect);
  expect(device.emptyDevice).toHaveBeenCalledOnce();
});
