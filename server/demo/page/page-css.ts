import { FONT_PATHS } from "./fonts.ts";

/** Styles of the demo's pages, with the shop's design tokens and fonts. */
export const PAGE_CSS = `
@font-face { font-family: Figtree; src: url("${FONT_PATHS.figtree}") format("woff2"); font-weight: 300 900; font-display: swap; }
@font-face { font-family: Fredoka; src: url("${FONT_PATHS.fredoka}") format("woff2"); font-weight: 600; font-display: swap; }
:root {
  --paper: #fffaf1; --paper-2: #fcf0dc; --card: #ffffff; --ink: #20283a; --ink-2: #55607a;
  --line: #e7dac2; --field: #8a7f6a; --teal: #0e6b63; --teal-2: #ddf0ec; --sun: #f6be4b;
  --coral: #c43d1b; --coral-2: #a93213; --danger: #b3261e; --danger-2: #fbe9e7;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 400 16px/1.6 Figtree, system-ui, sans-serif; }
h1, h2, .total { font-family: Fredoka, ui-rounded, system-ui, sans-serif; font-weight: 600; line-height: 1.12; margin: 0; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: 30px; }
h2 { font-size: 22px; }
p { margin: 0; }
a { color: var(--teal); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--teal); outline-offset: 2px; }
.banner { background: var(--ink); color: var(--paper); padding: 10px 20px; text-align: center; font-size: 15px; }
.banner span { display: inline-block; }
main { max-width: 1040px; margin: 0 auto; padding: 28px 20px 56px; display: grid; grid-template-columns: minmax(0, 1fr); gap: 28px; }
main.message { max-width: 560px; padding-top: 72px; gap: 16px; }
main.narrow { max-width: 720px; padding-top: 40px; gap: 20px; }
.summary { display: grid; gap: 16px; align-content: start; }
.back { font-size: 15px; }
.back a { display: inline-block; padding: 8px 0; }
.total { font-size: 44px; font-variant-numeric: tabular-nums; }
.muted { color: var(--ink-2); font-size: 15px; }
.lines { list-style: none; margin: 0; padding: 0; }
.lines li { display: flex; justify-content: space-between; gap: 20px; padding: 12px 0; border-top: 1px solid var(--line); }
.lines li:last-child { border-bottom: 1px solid var(--line); }
.lines strong { font-weight: 600; overflow-wrap: anywhere; }
.lines span { display: block; }
.amount { white-space: nowrap; font-variant-numeric: tabular-nums; }
.due { display: flex; justify-content: space-between; gap: 20px; font-weight: 600; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 22px; padding: 24px 20px; display: grid; gap: 20px; align-content: start; box-shadow: 0 1px 2px rgb(74 54 20 / .06), 0 14px 30px -12px rgb(74 54 20 / .2); }
form { display: grid; gap: 20px; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; display: grid; gap: 12px; }
legend { font-weight: 600; font-size: 18px; padding: 0; margin-bottom: 8px; }
.field { display: grid; gap: 4px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; align-items: start; }
label { font-weight: 600; font-size: 15px; }
input:not([type="checkbox"]), select {
  font: inherit; color: inherit; background: #fff; width: 100%; min-height: 48px; padding: 8px 12px;
  border: 1px solid var(--field); border-radius: 12px;
}
input[readonly] { background: var(--paper-2); border-color: var(--line); }
[aria-invalid="true"] { border: 2px solid var(--danger); }
.check { display: flex; gap: 12px; align-items: start; font-weight: 400; }
.check input { width: 24px; height: 24px; margin: 0; flex: none; accent-color: var(--teal); }
.wrong { color: var(--danger); font-size: 15px; font-weight: 600; }
.alert:focus { outline: none; }
section > h2 { margin-bottom: 12px; }
.card > h2 { margin-bottom: 0; }
.alert { background: var(--danger-2); border: 1px solid var(--danger); border-radius: 12px; padding: 12px 16px; color: var(--danger); font-weight: 600; }
.note { background: var(--teal-2); border-radius: 12px; padding: 12px 16px; }
.question { border: 2px solid var(--sun); border-radius: 12px; padding: 16px; display: grid; gap: 12px; }
.question .pay { padding-inline: 12px; }
.asked { font-size: 18px; line-height: 1.4; overflow-wrap: anywhere; }
.asked:focus { outline: none; }
.tests { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 190px), 1fr)); }
.tests button {
  font: inherit; color: inherit; text-align: left; background: var(--teal-2); border: 1px solid transparent;
  width: 100%; height: 100%; padding: 8px 12px; border-radius: 12px; cursor: pointer; line-height: 1.4;
  border-width: 2px; display: grid; align-content: start;
}
.tests button:hover { border-color: var(--teal); }
.tests button[aria-pressed="true"] { border-color: var(--teal); background: #fff; }
.tests code { font: inherit; font-size: 15px; font-variant-numeric: tabular-nums; white-space: nowrap; }
.button, .pay {
  display: inline-block; font: inherit; font-weight: 600; border: 0; border-bottom: 3px solid var(--coral-2); border-radius: 14px;
  cursor: pointer; background: var(--coral); color: #fff; padding: 12px 24px; min-height: 52px; text-decoration: none; text-align: center;
}
.pay { width: 100%; font-size: 18px; }
.button:hover, .pay:hover { background: var(--coral-2); }
.quiet { background: var(--card); color: var(--ink); border: 2px solid var(--ink); padding: 10px 22px; }
.quiet:hover { background: var(--paper-2); }
.mails { list-style: none; margin: 0; padding: 0; display: grid; gap: 12px; }
.mails a { display: block; padding: 16px 20px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; text-decoration: none; color: inherit; overflow-wrap: anywhere; }
.mails a:hover { border-color: var(--teal); }
.mails span { display: block; }
.ways { display: flex; flex-wrap: wrap; gap: 12px; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 0; overflow-wrap: anywhere; }
.facts dt { color: var(--ink-2); }
.facts dd { margin: 0; }
.mail { display: block; width: 100%; height: 720px; border: 0; border-radius: 12px; background: var(--card); box-shadow: 0 0 0 1px var(--line); }
summary { cursor: pointer; padding: 4px 0; }
.plain { white-space: pre-wrap; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin: 8px 0 0; overflow-wrap: anywhere; }
.first { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); border: 0; padding: 0; }
@media (min-width: 900px) {
  main.pay-page { grid-template-columns: minmax(0, 1fr) minmax(0, 480px); gap: 72px; padding: 56px 32px 72px; }
  .card { padding: 32px; }
}
`;
