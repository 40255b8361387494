import type { Route } from '../../route.ts'

/** The headings of the reference, in its order. */
const descriptions = {
  Pagamentos: 'Cobranças por PIX, boleto e cartão: criar, consultar, capturar, cancelar, devolver.',
  Checkout: 'Links de pagamento, sessões de checkout e a marca das páginas.',
  Dinheiro: 'Saldo, extrato, recebíveis, saques e disputas.',
  'Device Pay': 'Os domínios que mostram o botão, e a sessão de cada pagamento.',
  Webhooks: 'Endereços que recebem avisos, entregas, segredos e o fluxo de eventos.',
  Recebidos: 'O que o gateway envia ao seu servidor.',
  Conta: 'Chaves, pessoas, papéis, aprovações, auditoria e pedidos da conta.',
  Navegador: 'Rotas com a chave pública, para a página da loja.',
  Operador: 'O que o operador do gateway lê e muda.',
  Pessoas: 'Entrar e sair, senha, segundo fator, avisos.',
  Provedores: 'Onde bancos e adquirentes avisam o gateway.',
  Pagador: 'As páginas que o pagador abre.',
  Sistema: 'Saúde e endereços do gateway.',
} as const

type TagName = keyof typeof descriptions

export const tags = Object.entries(descriptions).map(([name, description]) => ({
  name,
  description,
}))

/** The heading of an operation. */
export function tagOf({ path, access }: Pick<Route, 'path' | 'access'>): TagName {
  if (access === 'admin') return 'Operador'
  if (access === 'login' || access === 'sign-in') return 'Pessoas'
  if (path.includes('/device-pay/')) return 'Device Pay'
  if (access === 'public') return 'Navegador'
  if (access === 'user') return userTags.find(([pattern]) => pattern.test(path))?.[1] ?? 'Conta'
  if (path.startsWith('/callbacks')) return 'Provedores'
  return /^\/(?:pay|l|checkout)\//.test(path) ? 'Pagador' : 'Sistema'
}

const userTags: readonly (readonly [RegExp, TagName])[] = [
  [/^\/api\/user\/transactions/, 'Pagamentos'],
  [/^\/api\/user\/(?:wallet|receivables|quotes|chargebacks|cashout)/, 'Dinheiro'],
  [/^\/api\/user\/(?:webhooks|events)/, 'Webhooks'],
  [/^\/api\/user\/(?:payment-links|checkout-sessions|brand)/, 'Checkout'],
]
