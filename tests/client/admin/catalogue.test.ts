import { expect, test, vi } from "vitest";
import { NO_NETWORK } from "../../../client/lib/answer.ts";
import { adminCalls } from "../../../client/admin/data/api.ts";
import { exportTable } from "../../../client/admin/table/table-head.tsx";
import { adminMessages } from "../../../client/content/admin-messages.ts";

const REFUND = { table: "orders", id: 1, action: "refund" };

/** Admin API calls with the error message that each must show. */
const CALLS: [said: string, call: () => Promise<unknown>][] = [
  ["Failed to get admin status", () => adminCalls.getStatus()],
  ["Failed to fetch schemas", () => adminCalls.listSchemas()],
  ["Failed to fetch data for orders", () => adminCalls.listRows("orders", { page: "1" })],
  ["Failed to load data", () => adminCalls.getNeeds()],
  ["Failed to export orders", () => exportTable("orders", {})],
  ["Failed to create row", () => adminCalls.createRow("users", {}, {})],
  ["Failed to update row", () => adminCalls.updateRow("users", 1, { json: {} })],
  ["Failed to delete row", () => adminCalls.deleteRow("users", 1, {})],
  ["Failed to save", () => adminCalls.runAction(REFUND, { json: {} })],
];

test.each(CALLS)(
  "%s: shown where the server gives no reason, and its own where it does",
  async (said, call) => {
    const answer = (body: object) => async () => Response.json(body, { status: 500 });
    vi.stubGlobal("fetch", answer({}));
    await expect(call()).rejects.toThrow(said);
    vi.stubGlobal("fetch", answer({ message: "The disk is full." }));
    await expect(call()).rejects.toThrow("The disk is full.");
  },
);

test.each([
  ...CALLS.filter(([said]) => !said.includes("export")),
  ["Failed to upload media", () => upload("media")],
  ["Failed to upload file", () => upload("file")],
] satisfies typeof CALLS)(
  "%s: shown for a page instead of JSON, and for JSON that is cut off",
  async (said, call) => {
    const answer = (type: string) => {
      const response = () =>
        new Response("<h1>No", { status: 500, headers: { "Content-Type": type } });
      vi.stubGlobal("fetch", async () => response());
      vi.stubGlobal("XMLHttpRequest", requestAnswering(type));
    };
    for (const type of ["text/html", "application/json"]) {
      answer(type);
      await expect(call()).rejects.toThrow(new RegExp(`^${said}$`));
    }
  },
);

const upload = (kind: "media" | "file") =>
  adminCalls.upload(kind, new File(["x"], "x.png"), { signal: new AbortController().signal });

/** Stubs XMLHttpRequest with a 500 response of this content type. */
function requestAnswering(type: string) {
  return class extends EventTarget {
    upload = new EventTarget();
    status = 500;
    responseText = "<h1>No";
    getResponseHeader = () => type;
    open() {}
    setRequestHeader() {}
    send() {
      this.dispatchEvent(new Event("load"));
    }
  };
}

test("a write whose connection is lost says so, as a program reads it", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const lost = { name: "ApiError", code: NO_NETWORK };
  await expect(adminCalls.undo(1, {})).rejects.toMatchObject(lost);
});

test("alerts stand as the catalogue has them", () => {
  expect(adminMessages.exportAlert("Busy.")).toBe("Export failed: Busy.");
  expect(adminMessages.deleteAlert("In use.")).toBe("Error: In use.");
  expect(adminMessages.schemaFailed("orders")).toBe("Failed to fetch schema for orders");
});
