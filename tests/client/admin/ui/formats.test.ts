import { expect, test } from "vitest";
import { actorText } from "../../../../client/admin/ui/formats.ts";

test("names administrators, and oneself “You”", () => {
  const names = ["admin:7", "admin:8", "webhook"].map((actor) => actorText(actor, 7));
  expect(names).toEqual(["You", "Administrator 8", "webhook"]);
});
