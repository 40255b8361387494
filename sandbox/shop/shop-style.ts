/** The shop's look, in one sheet of its own. */
export const shopStyle = `
:root {
  color-scheme: light dark; --ink: #231c19; --soft: #6b5d55; --paper: #fffdf9; --ground: #f5eee4;
  --line: #e2d6c6; --accent: #9a4a1f; --bad: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #f4ece3; --soft: #b9a99c; --paper: #221b18; --ground: #171210; --line: #43362f;
    --accent: #f0a873; --bad: #ff8a80;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground);
  color: var(--ink); font: 400 1rem/1.55 system-ui, 'Segoe UI', Roboto, sans-serif;
}
header, main, footer { width: 100%; max-width: 62rem; margin: 0 auto; padding: 1.25rem; }
header {
  display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline;
  justify-content: space-between; color: var(--soft);
}
.brand { color: var(--ink); font: 700 1.35rem/1 Georgia, serif; text-decoration: none; }
main {
  flex: 1; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2.5rem;
  align-items: start;
}
.picture {
  display: grid; place-items: center; padding: 2rem; border-radius: 1.25rem;
  background: linear-gradient(160deg, #ecd9bf, #d9b48a);
}
.picture svg { width: 100%; max-width: 22rem; height: auto; }
h1 {
  margin: .25rem 0 .5rem; font: 700 clamp(1.6rem, 4vw, 2.2rem)/1.15 Georgia, serif;
  text-wrap: balance;
}
.about { margin: 0; color: var(--soft); }
.price {
  margin: 1rem 0 1.25rem; font-size: 1.9rem; font-weight: 700; font-variant-numeric: tabular-nums;
}
.price small { color: var(--soft); font-size: 1rem; font-weight: 400; }
form { display: grid; gap: .8rem; margin-bottom: 1rem; }
label { display: grid; gap: .25rem; color: var(--soft); font-size: .9rem; }
input {
  width: 100%; padding: .7rem .8rem; border: 1px solid var(--line); border-radius: .6rem;
  background: var(--paper); color: var(--ink); font: inherit; font-size: 1rem;
}
input:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
#problem { margin: 0; color: var(--bad); }
#problem:empty { display: none; }
.notice {
  margin: 0 0 1rem; padding: .8rem 1rem; border: 1px solid var(--bad); border-radius: .6rem;
  font-size: .9rem;
}
#no-device { color: var(--soft); }
footer { color: var(--soft); font-size: .85rem; }
@media (max-width: 44rem) {
  main { grid-template-columns: minmax(0, 1fr); gap: 1.25rem; padding-top: 0; }
  .picture { padding: 1rem; }
  .picture svg { max-height: 13rem; }
}
`
