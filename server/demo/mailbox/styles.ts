/** The look of the mailbox: the shop's tokens, nothing loaded from elsewhere. */
export const styles = `
:root { --paper: #FFFAF1; --card: #FFFFFF; --ink: #20283A; --ink-2: #55607A; --line: #E7DAC2; --teal: #0E6B63; --teal-2: #DDF0EC; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 760px; margin: 0 auto; padding: 24px 20px 56px; }
.banner { margin: 0; padding: 10px 20px; background: var(--teal-2); color: var(--ink); text-align: center; font-size: 15px; }
h1 { font-size: 26px; line-height: 1.2; margin: 16px 0; }
a { color: var(--teal); }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--teal); outline-offset: 2px; border-radius: 6px; }
ul { list-style: none; padding: 0; margin: 0 0 24px; display: grid; gap: 12px; }
li a { display: block; padding: 16px 20px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; text-decoration: none; color: inherit; }
li a:hover { border-color: var(--teal); }
li span { display: block; color: var(--ink-2); font-size: 15px; }
.empty { padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 20px; }
dt { color: var(--ink-2); }
dd { margin: 0; }
iframe { width: 100%; height: 720px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
details { margin-top: 16px; }
summary { cursor: pointer; padding: 4px 0; }
pre { white-space: pre-wrap; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px; }
`;
