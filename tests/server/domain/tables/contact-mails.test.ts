import { expect, test } from "vitest";
import { changes } from "../../../../db/schema.ts";
import { MESSAGE, openDesk } from "../../../support/contact.ts";
import { signInAdmin } from "../../../support/table-calls.ts";
import { press } from "../../../support/desk-shop.ts";

const ANSWER = "Print page 14 from the new file.";

/** Opens a shop with two messages sent at the same time; the first one has been answered. */
async function open() {
  const desk = openDesk();
  for (const email of ["anna@example.com", "ben@example.com"]) {
    await desk.send({ ...MESSAGE, email });
  }
  const admin = signInAdmin(desk);
  await press(admin, "contact_submissions/1/answer", { values: { answer: ANSWER } });
  const about = (id: number) => desk.queued().filter(({ data }) => data["submissionId"] === id);
  return { ...desk, admin, about };
}

test("a message that is deleted takes the mails about it along, with their history", async () => {
  const { admin, about, queued, ...desk } = await open();
  const kinds = ["contact_notice", "contact_thanks"];
  expect(about(1).map(({ kind }) => kind)).toEqual([...kinds, "contact_answer"]);
  const gone = about(1).map(({ id }) => id);

  expect(await admin.remove("contact_submissions", 1)).toMatchObject({ status: 200 });

  expect(queued().map(({ kind, data }) => [kind, data])).toEqual(
    kinds.map((kind) => [kind, { submissionId: 2 }]),
  );
  const history = desk.db.select().from(changes).all();
  const ofMails = history.filter(
    ({ tableName, rowId }) => tableName === "emails" && gone.includes(rowId),
  );
  expect(ofMails.map(({ action, before }) => [action, before])).toEqual(
    gone.map(() => ["delete", null]),
  );
});

test("the deletion can be undone, without its mails", async () => {
  const { admin, about, submissions } = await open();
  const { headers } = await admin.remove("contact_submissions", 1);
  const undo = `/api/admin/change-sets/${headers.get("X-Change-Set")}/undo`;
  expect(await admin.call("POST", undo)).toMatchObject({ status: 200, body: { changed: 1 } });
  expect(submissions()).toMatchObject([{ email: "anna@example.com", answer: ANSWER }, { id: 2 }]);
  expect(about(1)).toEqual([]);
});
