import { formMethodOrder } from './form-view.ts'

/** Shows the parts of the chosen method. A browser without `:has` shows the parts of all. */
const shownParts = formMethodOrder
  .flatMap((method) => [
    `.form:has(#method-${method}:checked) .for-${method}`,
    `.form.only-${method} .for-${method}`,
  ])
  .join(',')

export const formCss = `
.head{text-align:center;padding:.5rem 0 1.25rem}
.head h1{font-size:1.35rem;line-height:1.25;overflow-wrap:anywhere}
.head h1.amount{font-size:clamp(1.7rem,9vw,2.4rem)}
.about{color:var(--soft);font-size:.95rem;margin-top:.5rem;overflow-wrap:anywhere;
  white-space:pre-line}
.form{display:grid;gap:1.1rem}
.form>*{min-width:0}
.form .for-CREDIT_CARD,.form .address{display:grid;gap:1.1rem}
.field{display:grid;gap:.3rem;min-width:0}
.field label,legend{font-weight:600;font-size:.95rem}
.optional{font-weight:400;color:var(--soft)}
.entry{position:relative}
.entry input,.entry select{width:100%;min-height:2.9rem;padding:.6rem .75rem;font:inherit;
  color:var(--ink);background:var(--paper);border:1px solid var(--edge);border-radius:10px}
.entry select{appearance:auto;text-overflow:ellipsis}
.entry [aria-invalid]{border:2px solid var(--bad)}
.brand-name{position:absolute;right:.8rem;top:0;bottom:0;display:flex;align-items:center;
  color:var(--soft);font-size:.85rem;font-weight:600;pointer-events:none}
.problem{color:var(--bad);font-size:.9rem;font-weight:500}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1.1rem .75rem;align-items:end}
.methods{border:0;margin:0;padding:0;display:grid;gap:.5rem;min-width:0}
.methods legend{padding:0;margin-bottom:.5rem}
.method{display:flex;gap:.75rem;align-items:center;padding:.7rem .85rem;min-height:3.2rem;
  border:1px solid var(--edge);border-radius:10px;cursor:pointer}
.method:has(:checked){border-color:var(--accent-mark);box-shadow:inset 0 0 0 1px var(--accent-mark)}
.method:has(:focus-visible){outline:3px solid var(--focus);outline-offset:2px}
.method input{flex:none;width:1.2rem;height:1.2rem;margin:0;accent-color:var(--accent-mark)}
.method input:focus-visible{outline:0}
.method span{min-width:0;overflow-wrap:anywhere}
.method .hint{display:block}
.summary h2{margin-bottom:.25rem}
.summary ul{margin:0;padding-left:1.2rem}
.summary a{color:inherit}
.foot a{color:var(--soft);display:inline-block;padding:.35rem .75rem}
.button[aria-disabled]{opacity:.75;cursor:progress}
@supports selector(:has(*)){.form [class*="for-"]{display:none}}
${shownParts}{display:revert}
.form:has(#method-CREDIT_CARD:checked) div.for-CREDIT_CARD,
.form.only-CREDIT_CARD div.for-CREDIT_CARD,
.form:has(#method-BOLETO:checked) div.address,
.form.only-BOLETO div.address{display:grid}
.form:has(#method-DEVICE_PAY:checked) button[type=submit]{display:none}
@supports not selector(:has(*)){.form:not([class*="only-"]) .button [class^="for-"]{display:none}
  .form:not([class*="only-"]) .button .for-none{display:inline}}
.form[class*="only-"] .for-none{display:none}
@media(max-width:22rem){.pair{grid-template-columns:1fr}}
@media(min-width:22.01rem){@supports(grid-template-rows:subgrid){
  .pair{grid-template-rows:repeat(4,auto);row-gap:.3rem}
  .pair .field{grid-row:span 4;grid-template-rows:subgrid}
  .pair label:has(+.entry){grid-row:1/3;align-self:end}
  .pair .entry{grid-row:3}.pair .problem{grid-row:4}}}
`
