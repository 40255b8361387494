import type { AccountWire } from './account.ts'

/** The settings of an account and their choices, by the names that the API has for them. */
export const settingNames = {
  name: { pt: 'Nome', en: 'Name' },
  softDescriptor: { pt: 'Nome na fatura do cartão', en: 'Name on the card statement' },
  'methods.PIX': { pt: 'PIX', en: 'PIX' },
  'methods.BOLETO': { pt: 'Boleto', en: 'Boleto' },
  'methods.CREDIT_CARD': { pt: 'Cartão de crédito', en: 'Credit card' },
  'methods.DEVICE_PAY': { pt: 'Device Pay', en: 'Device Pay' },
  'providers.card': { pt: 'Adquirente', en: 'Acquirer' },
  'providers.pix': { pt: 'Banco do PIX', en: 'PIX bank' },
  'providers.boleto': { pt: 'Banco do boleto', en: 'Boleto bank' },
  'providers.payout': { pt: 'Banco dos saques', en: 'Bank of cashouts' },
  'prices.PIX': { pt: 'PIX', en: 'PIX' },
  'prices.BOLETO': { pt: 'Boleto', en: 'Boleto' },
  'prices.CREDIT_CARD': { pt: 'Cartão', en: 'Card' },
  'prices.CASHOUT': { pt: 'Saque', en: 'Cashout' },
  'limits.minAmount': { pt: 'Menor cobrança', en: 'Smallest charge' },
  'limits.maxAmount': { pt: 'Maior cobrança', en: 'Largest charge' },
  'limits.maxInstallments': { pt: 'Parcelas, no máximo', en: 'Installments, at most' },
  'settlementDays.PIX': { pt: 'PIX, dias úteis', en: 'PIX, business days' },
  'settlementDays.BOLETO': { pt: 'Boleto, dias úteis', en: 'Boleto, business days' },
  'settlementDays.CREDIT_CARD': {
    pt: 'Cartão, dias por parcela',
    en: 'Card, days an installment',
  },
  'cashout.enabled': { pt: 'Saques', en: 'Cashouts' },
  'cashout.limits.perOperation': { pt: 'Por saque', en: 'Each cashout' },
  'cashout.limits.perDay': { pt: 'Por dia, das 6h às 20h', en: 'A day, from 6 am to 8 pm' },
  'cashout.limits.perNight': { pt: 'Por noite, das 20h às 6h', en: 'A night, from 8 pm to 6 am' },
  'cashout.approval': { pt: 'Aprovação', en: 'Approval' },
  'cashout.ownerCheck': { pt: 'De quem é a chave PIX', en: 'Owner of the PIX key' },
  'cashout.duplicateWindowSeconds': {
    pt: 'Prazo em que um saque igual é recusado, segundos',
    en: 'Time in which an equal cashout is rejected, seconds',
  },
  'cashout.newKeyWaitSeconds': {
    pt: 'Espera de uma chave nova, segundos',
    en: 'Wait for a new key, seconds',
  },
  boletoPayableDaysAfterDue: {
    pt: 'Boleto pagável após o vencimento, dias',
    en: 'Boleto payable after the due date, days',
  },
  boletoProtestAfterDays: {
    pt: 'Protesto de todo boleto após o vencimento, dias (0: sem)',
    en: 'Protest of every boleto after the due date, days (0: none)',
  },
  boletoOverdueInOrders: {
    pt: 'Pedido com protesto ou negativação de boleto',
    en: 'Order with a protest or negative listing of its boleto',
  },
  refundsBeyondBalance: { pt: 'Devolução acima do saldo', en: 'Refund above the balance' },
  refundedFees: { pt: 'Tarifa da venda devolvida', en: 'Fee of a refunded sale' },
  refundDuplicateWindowSeconds: {
    pt: 'Prazo em que uma devolução igual é recusada, segundos',
    en: 'Time in which an equal refund is rejected, seconds',
  },
  lateWalletApproval: { pt: 'Device Pay aprovado tarde', en: 'Device Pay approved late' },
  secretKeyWithOrigin: {
    pt: 'Chave secreta vinda de um navegador',
    en: 'Secret key sent by a browser',
  },
  walletBinding: { pt: 'O que prende o token à conta', en: 'What binds a token to the account' },
  none: { pt: 'Sem conferência', en: 'No check' },
  beneficiary: { pt: 'Do beneficiário informado', en: 'The named beneficiary' },
  'account-or-approval': {
    pt: 'Da própria conta, ou com aprovação',
    en: 'The account itself, or with an approval',
  },
  account: { pt: 'Da própria conta', en: 'The account itself' },
  refuse: { pt: 'Recusar', en: 'Refuse' },
  debt: { pt: 'Aceitar; a conta fica devendo', en: 'Accept; the account owes it' },
  keep: { pt: 'Manter', en: 'Keep' },
  return: { pt: 'Devolver na mesma proporção', en: 'Return in proportion' },
  void: { pt: 'Cancelar', en: 'Void' },
  allow: { pt: 'Aceitar', en: 'Accept' },
  automatic: { pt: 'Automático', en: 'Automatic' },
  session: { pt: 'Uma sessão recente', en: 'A recent session' },
  'application-data': { pt: 'O id da conta no token', en: 'The id of the account in the token' },
} as const

/** What people call the groups of settings. */
export const settingGroupNames = {
  identity: { pt: 'Identidade', en: 'Identity' },
  methods: { pt: 'Métodos de pagamento', en: 'Payment methods' },
  providers: { pt: 'Provedores', en: 'Providers' },
  prices: { pt: 'Preços', en: 'Prices' },
  limits: { pt: 'Limites de cobrança', en: 'Limits of a charge' },
  settlement: { pt: 'Prazo até o saldo', en: 'Time until the balance' },
  cashout: { pt: 'Saques', en: 'Cashouts' },
  rules: { pt: 'Outras regras', en: 'Other rules' },
} as const

export type Rail = keyof AccountWire['providers']

/** How a setting is shown and entered. A price, the ranges and a rule change as a whole. */
export type Kind =
  | 'text'
  | 'money'
  | 'integer'
  | 'switch'
  | 'price'
  | 'ranges'
  | 'approval'
  | { readonly choices: readonly (keyof typeof settingNames)[] }
  | { readonly rail: Rail }

export interface Setting {
  /** Its place in the account, as the API names it: `limits.minAmount`. */
  readonly path: keyof typeof settingNames
  readonly kind: Kind
}

const setting = (path: Setting['path'], kind: Kind): Setting => ({ path, kind })

/** What changes together, in the order of the page. */
export const settingGroups = {
  identity: [setting('name', 'text'), setting('softDescriptor', 'text')],
  methods: [
    setting('methods.PIX', 'switch'),
    setting('methods.BOLETO', 'switch'),
    setting('methods.CREDIT_CARD', 'switch'),
    setting('methods.DEVICE_PAY', 'switch'),
  ],
  providers: [
    setting('providers.card', { rail: 'card' }),
    setting('providers.pix', { rail: 'pix' }),
    setting('providers.boleto', { rail: 'boleto' }),
    setting('providers.payout', { rail: 'payout' }),
  ],
  prices: [
    setting('prices.PIX', 'price'),
    setting('prices.BOLETO', 'price'),
    setting('prices.CREDIT_CARD', 'ranges'),
    setting('prices.CASHOUT', 'price'),
  ],
  limits: [
    setting('limits.minAmount', 'money'),
    setting('limits.maxAmount', 'money'),
    setting('limits.maxInstallments', 'integer'),
  ],
  settlement: [
    setting('settlementDays.PIX', 'integer'),
    setting('settlementDays.BOLETO', 'integer'),
    setting('settlementDays.CREDIT_CARD', 'integer'),
  ],
  cashout: [
    setting('cashout.enabled', 'switch'),
    setting('cashout.limits.perOperation', 'money'),
    setting('cashout.limits.perDay', 'money'),
    setting('cashout.limits.perNight', 'money'),
    setting('cashout.approval', 'approval'),
    setting('cashout.ownerCheck', {
      choices: ['none', 'beneficiary', 'account-or-approval', 'account'],
    }),
    setting('cashout.duplicateWindowSeconds', 'integer'),
    setting('cashout.newKeyWaitSeconds', 'integer'),
  ],
  rules: [
    setting('boletoPayableDaysAfterDue', 'integer'),
    setting('boletoProtestAfterDays', 'integer'),
    setting('boletoOverdueInOrders', { choices: ['refuse', 'allow'] }),
    setting('refundsBeyondBalance', { choices: ['refuse', 'debt'] }),
    setting('refundedFees', { choices: ['keep', 'return'] }),
    setting('refundDuplicateWindowSeconds', 'integer'),
    setting('lateWalletApproval', { choices: ['void', 'keep'] }),
    setting('secretKeyWithOrigin', { choices: ['allow', 'refuse'] }),
    setting('walletBinding', {
      choices: ['automatic', 'none', 'session', 'application-data'],
    }),
  ],
} as const satisfies Readonly<Record<string, readonly Setting[]>>
