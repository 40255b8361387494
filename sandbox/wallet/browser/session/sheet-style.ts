/**
 * The look of the sheet: at the bottom of a phone, in the middle of a wide screen; light or dark as
 * the payer likes it.
 */
export const sheetStyle = `
:host { all: initial; }
dialog {
  --ink: #14161b; --soft: #646a76; --paper: #fbfbfd; --field: #ffffff; --line: #dfe2e8;
  --accent: #0a66d8; --good: #16803c; --bad: #c22a21;
  box-sizing: border-box; width: 100%; max-width: 28rem; max-height: min(92dvh, 46rem);
  margin: auto auto 0; padding: 0; border: 0; border-radius: 1.25rem 1.25rem 0 0;
  display: none; flex-direction: column; overflow: hidden;
  background: var(--paper); color: var(--ink); color-scheme: light dark;
  font: 400 1rem/1.4 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  box-shadow: 0 -.5rem 3rem rgb(0 0 0 / .3); animation: rise .28s cubic-bezier(.2, .8, .2, 1);
}
dialog[open] { display: flex; }
dialog::backdrop { background: rgb(10 12 18 / .5); animation: fade .28s; }
@media (min-width: 40rem) { dialog { margin: auto; border-radius: 1.25rem; } }
@media (prefers-color-scheme: dark) {
  dialog {
    --ink: #f1f3f7; --soft: #a2a9b6; --paper: #1b1d23; --field: #262930; --line: #3a3e48;
    --accent: #6aa8ff; --good: #4fd07f; --bad: #ff8078;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
header {
  display: flex; align-items: center; justify-content: space-between; padding: .9rem 1.25rem .7rem;
}
h2 {
  display: flex; align-items: center; gap: .45rem; margin: 0; font-size: 1.1rem; font-weight: 700;
}
button { font: inherit; color: inherit; cursor: pointer; }
button:focus-visible, .card:has(:focus-visible) {
  outline: 3px solid var(--accent); outline-offset: 2px;
}
.plain {
  padding: .4rem .6rem; margin-right: -.6rem; border: 0; border-radius: .5rem; background: none;
  color: var(--accent); font-weight: 500;
}
.body { flex: 1 1 auto; min-height: 0; overflow: auto; padding: 0 1.25rem; }
.merchant {
  display: flex; flex-wrap: wrap; gap: .1rem .6rem; justify-content: space-between;
  margin: 0 0 .8rem;
}
.merchant span { color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
.cards {
  margin: 0 0 .9rem; padding: 0; border: 1px solid var(--line); border-radius: .9rem;
  background: var(--field); min-width: 0;
}
legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.card {
  display: flex; align-items: center; gap: .8rem; padding: .65rem .8rem; border-radius: .9rem;
  cursor: pointer;
}
.card + .card { border-top: 1px solid var(--line); border-radius: 0 0 .9rem .9rem; }
.card:not(:last-child) { border-bottom-left-radius: 0; border-bottom-right-radius: 0; }
.cards:disabled .card { cursor: default; }
.cards:disabled .card:not(:has(:checked)) { opacity: .45; }
.card input {
  order: 3; flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent);
}
.picture {
  flex: none; display: flex; align-items: flex-end; justify-content: flex-end; width: 3.4rem;
  height: 2.15rem; padding: .2rem .3rem;
  border-radius: .35rem; color: #fff; font-size: .46rem; font-weight: 700; letter-spacing: -.01em;
  overflow: hidden;
  background: linear-gradient(135deg, #1b3fa0, #0b1f5c);
}
.picture.masterCard { background: linear-gradient(135deg, #3d3f46, #15161a); }
.text { flex: 1; min-width: 0; display: grid; font-size: .95rem; line-height: 1.35; }
.name { font-weight: 500; }
.digits { color: var(--soft); font-size: .88rem; font-variant-numeric: tabular-nums; }
.outcome { color: var(--accent); font-size: .82rem; }
.none { margin: 0; padding: .9rem; color: var(--soft); }
.summary {
  display: grid; grid-template-columns: 1fr auto; gap: .25rem 1rem; margin: 0;
  padding: .8rem 1.25rem; border-top: 1px solid var(--line);
}
.summary dt { color: var(--soft); overflow-wrap: anywhere; }
.summary dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
.summary .total { align-self: baseline; color: var(--ink); font-weight: 600; }
.summary dd.total { font-size: 1.35rem; font-weight: 700; }
footer {
  display: flex; flex-direction: column; align-items: center; justify-content: center; gap: .5rem;
  min-height: 8.2rem; padding: .8rem 1.25rem .4rem; border-top: 1px solid var(--line);
}
.mark:empty, .status:empty { display: none; }
.status { margin: 0; font-weight: 500; text-align: center; }
.confirm {
  display: flex; align-items: center; justify-content: center; gap: .5rem; width: 100%;
  min-height: 3.1rem; padding: .6rem 1rem;
  border: 0; border-radius: .9rem; background: var(--ink); color: var(--paper); font-weight: 600;
  touch-action: manipulation;
}
.sandbox {
  margin: 0; padding: .2rem 1.25rem .9rem; color: var(--soft); font-size: .78rem;
  text-align: center; text-wrap: balance;
}
.icon {
  width: 2.6rem; height: 2.6rem; fill: none; stroke: currentColor; stroke-width: 3;
  stroke-linecap: round; stroke-linejoin: round; display: block;
}
h2 .icon, .confirm .icon { width: 1.4rem; height: 1.4rem; stroke-width: 4; }
.spinner { animation: turn .9s linear infinite; color: var(--soft); }
.face { color: var(--accent); animation: pulse .9s ease-in-out infinite; }
.tick { color: var(--good); }
.cross { color: var(--bad); }
.tick path, .cross path { stroke-dasharray: 130; animation: draw .5s ease-out; }
@keyframes rise { from { transform: translateY(40%); opacity: 0; } }
@keyframes fade { from { opacity: 0; } }
@keyframes turn { to { transform: rotate(360deg); } }
@keyframes pulse { 50% { transform: scale(1.1); opacity: .6; } }
@keyframes draw { from { stroke-dashoffset: 130; } to { stroke-dashoffset: 0; } }
@media (prefers-reduced-motion: reduce) {
  *, dialog, dialog::backdrop { animation: none !important; }
}
`
