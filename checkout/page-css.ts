import { paper } from './brand.ts'

/**
 * The style of every page of a payer. Colors are variables: the dark scheme and the merchant's
 * color replace them. Paper is printed in the light colors.
 */
export const pageCss = `
*,*::before,*::after{box-sizing:border-box}
:root{color-scheme:light dark;--ink:#14211b;--soft:#56635c;--line:#dde4e0;--edge:#75827b;
  --paper:${paper.light};--ground:#f3f6f4;--accent:#0a7c4a;--accent-ink:#fff;--accent-text:#0a7c4a;
  --accent-mark:#0a7c4a;--button-edge:transparent;--good:#07532f;--good-soft:#e5f4ec;
  --good-line:#b6dfca;--bad:#9c2f1d;--bad-soft:#fcebe7;--bad-line:#f1c5bb;--plain-soft:#eef1ef;
  --focus:#1d5fd1;--radius:14px}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e9f0ec;--soft:#a5b3ab;--line:#2d3a33;
  --edge:#7f8e86;--paper:${paper.dark};--ground:#0f1512;--accent-text:#6fd3a0;
  --accent-mark:#6fd3a0;--good:#9be3bd;--good-soft:#12301f;--good-line:#24553c;--bad:#ff9d8c;
  --bad-soft:#3a1a14;--bad-line:#6b2f25;--plain-soft:#212a25;--focus:#8ab4ff}}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);
  font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",
  sans-serif}
main{max-width:32rem;margin:0 auto;padding:1.25rem 1rem 2rem}
h1,h2,p,dl,dd{margin:0}
.card{background:var(--paper);border:1px solid var(--line);border-radius:var(--radius);
  padding:clamp(1rem,5vw,1.5rem);box-shadow:0 1px 2px rgba(20,33,27,.05)}
.card+.card{margin-top:1rem}
.logo{display:block;height:3rem;max-width:100%;object-fit:contain;border-radius:8px;
  margin:0 auto .6rem}
.card .logo{margin-left:0}
.who{color:var(--soft);font-size:.95rem;overflow-wrap:anywhere}
.amount{font-size:clamp(1.7rem,9vw,2.4rem);line-height:1.15;font-weight:700;letter-spacing:-.02em;
  font-variant-numeric:tabular-nums;margin:.15rem 0 .35rem;overflow-wrap:anywhere}
.items{list-style:none;margin:.6rem 0 0;padding:0;color:var(--soft);font-size:.95rem;
  text-align:left}
.items li{display:flex;justify-content:space-between;gap:1rem;padding:.15rem 0}
.items span{overflow-wrap:anywhere}
.items .price{flex:none;font-variant-numeric:tabular-nums}
.more{color:var(--soft);font-size:.95rem;margin-top:.5rem;text-align:left}
.more summary{cursor:pointer}
.when{color:var(--soft)}
.when strong{color:var(--ink);font-variant-numeric:tabular-nums}
h2{font-size:1.05rem;margin-bottom:.5rem}
.hint{color:var(--soft);font-size:.9rem}
.notice{display:flex;flex-direction:column;gap:.1rem;border-radius:var(--radius);
  padding:.85rem 1.1rem;margin-bottom:1rem;border:1px solid transparent}
.notice.good{background:var(--good-soft);border-color:var(--good-line);color:var(--good)}
.notice.bad{background:var(--bad-soft);border-color:var(--bad-line);color:var(--bad)}
.notice.plain{background:var(--plain-soft);border-color:var(--line);color:var(--ink)}
.copy{display:flex;flex-direction:column;gap:.6rem;margin-top:.6rem}
.copy-text{display:block;background:var(--ground);border:1px solid var(--line);border-radius:10px;
  padding:.5rem .65rem;color:var(--soft);
  font:.72rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
  overflow-wrap:anywhere;user-select:all;-webkit-user-select:all}
#pix-code{word-break:break-all}
.button{appearance:none;border:1px solid var(--button-edge);border-radius:10px;
  background:var(--accent);color:var(--accent-ink);font:inherit;font-weight:600;
  padding:.75rem 1rem;min-height:2.9rem;cursor:pointer;text-decoration:none;text-align:center;
  display:block;width:100%}
.button:hover{box-shadow:inset 0 0 0 2px currentColor}
.button.quiet{background:transparent;color:var(--accent-text);border-color:var(--edge)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.qr{display:block;width:min(15rem,100%);height:auto;margin:0 auto;border:1px solid var(--line);
  border-radius:10px}
.facts{display:grid;gap:.75rem}
.facts dt{color:var(--soft);font-size:.85rem}
.facts dd{font-weight:500;overflow-wrap:anywhere}
.next{margin-top:1rem}
.foot{text-align:center;color:var(--soft);font-size:.85rem;margin-top:1.25rem}
.languages{text-align:center;font-size:.9rem;padding:0 1rem 2rem}
.languages a{color:var(--soft);display:inline-block;padding:.35rem .75rem}
[hidden]{display:none!important}
@media (prefers-reduced-motion:no-preference){.button{transition:box-shadow .12s}}
@media print{body{background:#fff}.screen,.languages{display:none!important}}
`
