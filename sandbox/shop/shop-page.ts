import { randomSecret } from '../../src/primitives/id.ts'
import { product } from './product.ts'
import type { Readiness } from './publish-domain.ts'
import { shopStyle } from './shop-style.ts'

/** The settings of the page. None is secret. */
interface PageSettings {
  readonly baseUrl: string
  readonly publicKey: string
  readonly sandboxUrl: string
}

/**
 * The shop's page, and the headers that restrict its scripts to its own, the helper and the
 * wallet's session.
 */
export function renderShop(
  shop: PageSettings,
  readiness: Readiness,
): [html: string, headers: Readonly<Record<string, string>>] {
  const nonce = randomSecret(16).toString('base64')
  const [gateway, wallet] = [new URL(shop.baseUrl).origin, new URL(shop.sandboxUrl).origin]
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src 'self' ${gateway} ${wallet}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return [
    page(shop, readiness, nonce),
    { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' },
  ]
}

const cpfPattern = String.raw`\d{3}\.?\d{3}\.?\d{3}-?\d{2}`
/** The first twelve characters may be letters. */
const cnpjPattern = String.raw`[\dA-Za-z]{2}\.?[\dA-Za-z]{3}\.?[\dA-Za-z]{3}/?[\dA-Za-z]{4}-?\d{2}`

function page(shop: PageSettings, readiness: Readiness, nonce: string): string {
  // Angle brackets in the settings could end the script.
  const settings = JSON.stringify({
    baseUrl: shop.baseUrl,
    publicKey: shop.publicKey,
    amount: product.price,
    label: 'Café da Serra',
  }).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Café da Serra: grãos torrados na semana</title>
<style nonce="${nonce}">${shopStyle}</style>
</head>
<body>
<header>
  <a href="/" class="brand">Café da Serra</a>
  <span>Torrado toda terça, entregue em dois dias</span>
</header>
<main>
  <div class="picture">${picture}</div>
  <section aria-labelledby="name">
    <h1 id="name">${product.name}</h1>
    <p class="about">Catuaí amarelo da Serra da Mantiqueira, colhido a 1.250 metros. Doce de leite,
    laranja e castanha; bom no coador, melhor no espresso.</p>
    <p class="price">${reais(product.price)} <small>frete incluso</small></p>
    <form id="checkout" novalidate>
      <label>Nome completo <input name="name" autocomplete="name" required
        value="Ana Teste da Silva"></label>
      <label>E-mail <input name="email" type="email" autocomplete="email" required
        value="ana@exemplo.com.br"></label>
      <label>CPF ou CNPJ <input name="document" required value="529.982.247-25"
        pattern="${cpfPattern}|${cnpjPattern}"></label>
      <p id="problem" role="alert"></p>
    </form>
    ${readiness.ready ? '' : noticeOf(readiness.why)}
    <div id="pay"></div>
    <p id="no-device" hidden>Este navegador não tem Device Pay.</p>
  </section>
</main>
<footer>
  Loja de demonstração. O pagamento é do sandbox: nenhum dinheiro se move e nada será entregue.
</footer>
<script nonce="${nonce}" src="${shop.sandboxUrl}/device-pay/session.js"></script>
<script nonce="${nonce}" src="/device-pay.js"></script>
<script nonce="${nonce}">
'use strict'
const settings = ${settings}
const form = document.getElementById('checkout')
const problem = document.getElementById('problem')

const button = DevicePay.mountButton(document.getElementById('pay'), {
  payment() {
    const wrong = [...form.elements].find((field) => !field.checkValidity())
    const label = wrong?.closest('label').firstChild.textContent.trim()
    problem.textContent = wrong ? 'Confira o campo ' + label + '.' : ''
    if (wrong) return wrong.focus()
    const customer = Object.fromEntries(new FormData(form))
    return {
      ...settings,
      async createTransaction({ token, idempotencyKey }) {
        const response = await fetch('/comprar', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token, idempotencyKey, customer }),
        })
        if (!response.ok) throw new Error('the shop returned ' + response.status)
        return response.json()
      },
    }
  },
})
document.getElementById('no-device').hidden = button.isShown
</script>
</body>
</html>
`
}

const noticeOf = (why: string): string =>
  `<p class="notice">O Device Pay desta loja ainda não está pronto. ${escapeHtml(why)}</p>`

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const reais = (cents: number): string =>
  (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })

/** A bag of coffee, drawn here. */
const picture = `<svg viewBox="0 0 320 360" role="img" aria-label="Pacote de café Café da Serra">
  <defs>
    <linearGradient id="bag" x1="0" x2="1">
      <stop offset="0" stop-color="#2b2320"/>
      <stop offset=".5" stop-color="#4a3a33"/>
      <stop offset="1" stop-color="#2a211e"/>
    </linearGradient>
    <linearGradient id="sky" y1="0" y2="1" x2="0">
      <stop offset="0" stop-color="#f6c177"/>
      <stop offset="1" stop-color="#e88f5a"/>
    </linearGradient>
  </defs>
  <ellipse cx="160" cy="338" rx="112" ry="12" fill="#000" opacity=".18"/>
  <path d="M78 44h164l12 30-8 248q0 14-14 14H88q-14 0-14-14L66 74z" fill="url(#bag)"/>
  <path d="M78 44h164l6 15H72z" fill="#1d1614"/>
  <path d="M92 52h136" stroke="#6d574c" stroke-width="2" stroke-dasharray="3 4"/>
  <rect x="96" y="112" width="128" height="172" rx="8" fill="#f7efe4"/>
  <clipPath id="window"><rect x="108" y="124" width="104" height="84" rx="4"/></clipPath>
  <g clip-path="url(#window)">
    <rect x="108" y="124" width="104" height="84" fill="url(#sky)"/>
    <circle cx="178" cy="154" r="13" fill="#fff3d6"/>
    <path d="M100 196l34-40 24 26 20-18 42 44v10H100z" fill="#7a4b3a"/>
    <path d="M100 212l40-34 30 22 24-16 30 30z" fill="#3f5d45"/>
  </g>
  <text x="160" y="234" text-anchor="middle" font-family="Georgia, serif"
    font-size="19" font-weight="700" fill="#2b2320" textLength="112"
    lengthAdjust="spacingAndGlyphs">Café da Serra</text>
  <text x="160" y="253" text-anchor="middle" font-family="system-ui, sans-serif"
    font-size="9" textLength="104" lengthAdjust="spacingAndGlyphs"
    fill="#6d574c">CATUAÍ AMARELO · 1.250 M</text>
  <text x="160" y="271" text-anchor="middle" font-family="system-ui, sans-serif"
    font-size="9" textLength="80" lengthAdjust="spacingAndGlyphs"
    fill="#6d574c">1 KG · EM GRÃOS</text>
</svg>`
