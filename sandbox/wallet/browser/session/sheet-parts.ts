import type { SheetCard } from './cards.ts'

/** An element with a class and a text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name)
  if (className !== '') created.className = className
  created.textContent = text
  if (created instanceof HTMLButtonElement) created.type = 'button'
  return created
}

/** `R$ 157,00` of 15700. */
export const formatCents = (cents: number): string =>
  (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })

/** One test card to choose: its picture, its name, and the result of paying with it. */
export function radio(card: SheetCard, isChosen: boolean): HTMLLabelElement {
  const label = element('label', 'card')
  const input = element('input', '')
  input.type = 'radio'
  input.name = 'card'
  input.checked = isChosen
  const picture = element('span', `picture ${card.network}`, networkNames[card.network])
  picture.setAttribute('aria-hidden', 'true')
  const text = element('span', 'text')
  const type = card.type === 'debit' ? 'débito' : 'crédito'
  const kind = `${networkNames[card.network]} ${type} ••••\u00a0${card.lastDigits}`
  text.append(
    element('span', 'name', card.name),
    element('span', 'digits', kind),
    element('span', 'outcome', card.outcome),
  )
  label.append(input, picture, text)
  return label
}

const networkNames: Readonly<Record<SheetCard['network'], string>> = {
  visa: 'Visa',
  masterCard: 'Mastercard',
}

/** A line drawing in the source: a sheet loads no file. */
export function icon(name: keyof typeof drawings): Element {
  const svg = document.createElementNS(svgNamespaceOfSheet, 'svg')
  svg.setAttribute('viewBox', '0 0 48 48')
  svg.setAttribute('class', `icon ${name}`)
  svg.setAttribute('aria-hidden', 'true')
  for (const d of drawings[name]) {
    const path = document.createElementNS(svgNamespaceOfSheet, 'path')
    path.setAttribute('d', d)
    svg.append(path)
  }
  return svg
}

const svgNamespaceOfSheet = 'http://www.w3.org/2000/svg'

const drawings = {
  wallet: [
    'M13 19a10 10 0 0 1 0 10',
    'M20 15a18 18 0 0 1 0 18',
    'M27 11a26 26 0 0 1 0 26',
    'M34 7a34 34 0 0 1 0 34',
  ],
  press: ['M14 4h16a4 4 0 0 1 4 4v32a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4', 'M39 16v8'],
  face: [
    'M6 15v-4a5 5 0 0 1 5-5h4M33 6h4a5 5 0 0 1 5 5v4M42 33v4a5 5 0 0 1-5 5h-4M15 42h-4a5 5 0 0 1-5-5v-4',
    'M17 18v3M31 18v3M24 18v8h-2M17 31q7 6 14 0',
  ],
  spinner: ['M24 6a18 18 0 1 1-18 18'],
  tick: ['M24 4a20 20 0 1 1-.01 0', 'M14 25l7 7 13-15'],
  cross: ['M24 4a20 20 0 1 1-.01 0', 'M17 17l14 14M31 17L17 31'],
} as const
