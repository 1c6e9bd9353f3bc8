import { expect, test, vi } from "vitest";
import { loadAccount, whyCached } from "../../../../client/features/account/load-account.ts";
import { ApiError, NO_NETWORK } from "../../../../client/lib/answer.ts";
import type { PageSource } from "../../../../server/contract/page-source.ts";
import { aBoughtProduct, aSource, aUser } from "../../fixtures.ts";

const device = vi.hoisted(() => ({
  findCachedAccount: vi.fn<() => Promise<unknown>>(),
  emptyDevice: vi.fn<() => Promise<void>>(),
}));
vi.mock("../../../../client/pwa/library/library.ts", () => device);

const READ_AT = 1_795_000_000_000;
const lost = () => Promise.reject(new ApiError("No network", { code: NO_NETWORK }));
const load = (source: Partial<PageSource>) =>
  loadAccount({ source: aSource(source), report: () => {} });

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
  await expect(load({ findUser: lost })).rejects.toMatchObject({ code: NO_NETWORK });
});

test("offline the copy is shown with its time, and the device is not emptied", async () => {
  const copy = { user: aUser(), purchases: [aBoughtProduct()], readAt: READ_AT };
  device.findCachedAccount.mockResolvedValueOnce(copy);
  expect(await load({ findUser: lost })).toEqual({ ...copy, sessions: [], cached: "offline" });
  expect(device.emptyDevice).not.toHaveBeenCalled();
});

test("a signed-out visitor's device is emptied before the redirect, but not by the server", async () => {
  const redirect = { href: "/login?returnUrl=%2Faccount" };
  await expect(load({ findUser: async () => null })).rejects.toMatchObject(redirect);
  expect(device.emptyDevice).not.toHaveBeenCalled();
  vi.stubGlobal("window", {});
  await expect(load({ findUser: async () => null })).rejects.toMatchObject(redirect);
  expect(device.emptyDevice).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
