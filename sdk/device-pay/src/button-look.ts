/** Four waves in a rounded square, drawn in code: no font and no image to load. */
export function contactlessMark(): Element {
  const svg = document.createElementNS(svgNamespace, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  for (const d of [
    'M6 9.5a5 5 0 0 1 0 5',
    'M9.5 7.5a9 9 0 0 1 0 9',
    'M13 5.5a13 13 0 0 1 0 13',
    'M16.5 3.5a17 17 0 0 1 0 17',
  ]) {
    const path = document.createElementNS(svgNamespace, 'path')
    path.setAttribute('d', d)
    svg.append(path)
  }
  return svg
}

const svgNamespace = 'http://www.w3.org/2000/svg'

/** A constructed style sheet, which a strict content security policy allows. */
export function adoptStyle(): void {
  if (isStyled) return
  isStyled = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

let isStyled = false

const style = `
.device-pay-button {
  display: flex; align-items: center; justify-content: center; gap: .6em;
  width: 100%; min-height: 3rem; padding: .65rem .75rem;
  border: 1px solid transparent; border-radius: .75rem;
  background: #111318; color: #fff; font: 600 1rem/1.25 system-ui, sans-serif; cursor: pointer;
}
.device-pay-button svg {
  width: 1.4em; height: 1.4em; fill: none;
  stroke: currentColor; stroke-width: 2; stroke-linecap: round;
}
.device-pay-button:hover { background: #23262e; }
.device-pay-button:focus-visible { outline: 3px solid #3b82f6; outline-offset: 2px; }
.device-pay-button:disabled { opacity: .55; cursor: default; }
.device-pay-status { margin: .6rem 0 0; font: 400 .95rem/1.45 system-ui, sans-serif; }
.device-pay-status:empty { display: none; }
@media (prefers-color-scheme: dark) {
  .device-pay-button { background: #fff; color: #111318; }
  .device-pay-button:hover { background: #e4e6eb; }
}
`
