import { describe, expect, test, vi } from "vitest";
import { loadAccount, whyCached } from "../../../../client/features/account/load-account.ts";
import { ApiError, NO_NETWORK } from "../../../../client/lib/answer.ts";
import type { PageSource } from "../../../../server/contract/pages.ts";
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
  ["a fault of ours", new TypeError("x is undefined"), undefined],
  ["what the server noted", new ApiError("Failed to fetch user"), undefined],
  ["an answer with a fault", new ApiError("Down", { status: 503 }), "unread"],
  ["no connection", new ApiError("No network", { code: NO_NETWORK }), "offline"],
])("%s: %s is %s", (_name, error, kept) => {
  expect(whyCached(error)).toBe(kept);
});

describe("without a connection", () => {
  test("without a copy the failure is thrown", async () => {
    device.findCachedAccount.mockResolvedValueOnce(undefined);
    await expect(load({ findUser: lost })).rejects.toMatchObject({ code: NO_NETWORK });
    device.findCachedAccount.mockRejectedValueOnce(new Error("InvalidStateError"));
    await expect(load({ findUser: lost })).rejects.toMatchObject({ code: NO_NETWORK });
  });

  test("the kept account is shown, with when it was read, and nothing is emptied", async () => {
    const { sessions: _none, ...kept } = {
      user: aUser(),
      purchases: [aBoughtProduct()],
      sessions: undefined,
      readAt: READ_AT,
    };
    device.findCachedAccount.mockResolvedValueOnce(kept);
    expect(await load({ findUser: lost })).toEqual({ ...kept, sessions: [], cached: "offline" });
    expect(device.emptyDevice).not.toHaveBeenCalled();
  });
});

test("a signed-out visitor's device is emptied before the redirect", async () => {
  vi.stubGlobal("window", {});
  const leaving = { href: "/login?returnUrl=%2Faccount" };
  await expect(load({ findUser: async () => null })).rejects.toMatchObject(leaving);
  expect(device.emptyDevice).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test("the server empties no device", async () => {
  device.emptyDevice.mockClear();
  await expect(load({ findUser: async () => null })).rejects.toThrow("/login");
  expect(device.emptyDevice).not.toHaveBeenCalled();
});
