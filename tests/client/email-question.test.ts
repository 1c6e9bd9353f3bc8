import { expect, test } from "vitest";
import { askAbout, holdClick, TOO_SOON_MS } from "../../client/components/email-question.tsx";

const SLIP = "anna@gmial.com";
const NOW = 1_000_000;

test("the first press with a mistyped address waits, whether its field was left before or not", () => {
  const held = { text: SLIP, heldAt: NOW };
  expect(holdClick({ text: "" }, SLIP, NOW)).toEqual(held);
  expect(holdClick(askAbout({ text: "" }, SLIP), ` ${SLIP} `, NOW)).toEqual(held);
});

test("the second press goes on, once there was time to read", () => {
  const held = { text: SLIP, heldAt: NOW };
  expect(holdClick(held, SLIP, NOW + TOO_SOON_MS)).toBeUndefined();
  expect(holdClick(askAbout(held, SLIP), SLIP, NOW + TOO_SOON_MS)).toBeUndefined();
});

test("a double click, or a key that is kept down, answers nothing", () => {
  let held = holdClick({ text: "" }, SLIP, NOW);
  for (const ms of [120, 620, 1220, 1250]) {
    expect(held).toBeDefined();
    held = held && holdClick(held, SLIP, NOW + ms);
  }
  expect(held).toEqual({ text: SLIP, heldAt: NOW + 1250 });
});

test("another slip is asked about anew, a sound address never", () => {
  const held = { text: SLIP, heldAt: NOW };
  const later = NOW + TOO_SOON_MS;
  expect(holdClick(held, "anna@yaho.com", later)).toEqual({ text: "anna@yaho.com", heldAt: later });
  for (const sound of ["anna@gmail.com", "anna@example.com", "anna", ""])
    expect(holdClick(held, sound, later)).toBeUndefined();
});
