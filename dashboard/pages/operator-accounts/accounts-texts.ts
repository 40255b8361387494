import type { AccountWire } from '../../../contract/account.ts'
import { texts } from '../../text/text.ts'

export const accountStatusNames = texts({
  active: { pt: 'Ativa', en: 'Active' },
  suspended: { pt: 'Suspensa', en: 'Suspended' },
} satisfies Record<AccountWire['status'], unknown>)

export const accountTexts = texts({
  title: { pt: 'Contas', en: 'Accounts' },
  lead: {
    pt: 'Os lojistas que vendem por este gateway.',
    en: 'The merchants that sell through this gateway.',
  },
  open: { pt: 'Abrir conta', en: 'Open an account' },
  emptyTitle: { pt: 'Nenhuma conta ainda', en: 'No accounts yet' },
  emptyText: {
    pt: 'Abra a conta do primeiro lojista: quem é, métodos, preços, provedores e limites.',
    en: 'Open the account of the first merchant: who it is, methods, prices, providers and limits.',
  },
  name: { pt: 'Nome', en: 'Name' },
  document: { pt: 'CPF ou CNPJ', en: 'CPF or CNPJ' },
  status: { pt: 'Situação', en: 'Status' },
  methods: { pt: 'Métodos', en: 'Methods' },
  missing: { pt: 'Falta definir', en: 'Still to be set' },
  priceOf: {
    pt: (what: string) => `Preço: ${what}`,
    en: (what: string) => `Price: ${what}`,
  },
  search: { pt: 'Nome, CPF, CNPJ ou id', en: 'Name, CPF, CNPJ or id' },
  id: { pt: 'Id', en: 'Id' },
  tabs: { pt: 'Partes da conta', en: 'Parts of the account' },
  settings: { pt: 'Configuração', en: 'Settings' },
  keys: { pt: 'Chaves', en: 'Keys' },
  transactions: { pt: 'Transações', en: 'Transactions' },
  balance: { pt: 'Saldo', en: 'Balance' },
  cashouts: { pt: 'Saques', en: 'Cashouts' },
  deliveries: { pt: 'Webhooks', en: 'Webhooks' },
  change: { pt: 'Mudar', en: 'Change' },
  save: { pt: 'Salvar', en: 'Save' },
  valueNeeded: { pt: 'Escreva um valor.', en: 'Enter a value.' },
  changed: { pt: 'Conta alterada.', en: 'Account changed.' },
  whatChanges: { pt: 'O que muda', en: 'What changes' },
  before: { pt: 'Antes', en: 'Before' },
  after: { pt: 'Depois', en: 'After' },
  notReady: {
    pt: (what: string, settings: string) => `${what}: falta definir ${settings}.`,
    en: (what: string, settings: string) => `${what}: ${settings} must still be set.`,
  },
  notReadyTitle: { pt: 'Falta configurar a conta', en: 'The account is not complete yet' },
  suspendedTitle: { pt: 'Conta suspensa', en: 'Account suspended' },
  suspendedText: {
    pt: 'As chaves são recusadas, e saques e devoluções esperam. Pagamentos, disputas e webhooks seguem.',
    en: 'Its keys are refused, and cashouts and refunds wait. Payments, disputes and webhooks go on.',
  },
  suspend: { pt: 'Suspender', en: 'Suspend' },
  suspendTitle: {
    pt: (name: string) => `Suspender ${name}?`,
    en: (name: string) => `Suspend ${name}?`,
  },
  suspended: { pt: 'Conta suspensa.', en: 'Account suspended.' },
  stops: { pt: 'Para em até dois segundos', en: 'Stops within two seconds' },
  stopsKeys: {
    pt: 'Todas as chaves da conta são recusadas: nenhuma cobrança nova.',
    en: 'All keys of the account are refused: no new charge.',
  },
  stopsMoney: {
    pt: 'Saques e devoluções esperam até a conta voltar. O que já saiu não volta.',
    en: 'Cashouts and refunds wait until the account is active. What has left does not return.',
  },
  stopsPeople: {
    pt: 'As pessoas da conta entram no painel, mas não agem por ela.',
    en: 'The people of the account can sign in, but cannot act for it.',
  },
  goesOn: { pt: 'Segue', en: 'Goes on' },
  goesOnPayments: {
    pt: 'Pagamentos que chegam, disputas e recebíveis são registrados.',
    en: 'Payments that arrive, disputes and receivables are recorded.',
  },
  goesOnWebhooks: { pt: 'Webhooks são entregues.', en: 'Webhooks are delivered.' },
  goesOnDeadlines: {
    pt: 'Prazos de disputas correm. Saques agendados são pulados.',
    en: 'Deadlines of disputes run. Scheduled cashouts are skipped.',
  },
  resume: { pt: 'Encerrar a suspensão', en: 'End the suspension' },
  resumeText: {
    pt: 'As chaves voltam a valer, e os saques e as devoluções que esperam são enviados na hora.',
    en: 'The keys work again, and the cashouts and refunds that wait are sent at once.',
  },
  resumed: { pt: 'A conta está ativa.', en: 'The account is active.' },
  newKey: { pt: 'Criar chave', en: 'Create a key' },
  keyName: { pt: 'Nome da chave', en: 'Name of the key' },
  keyKind: { pt: 'Tipo', en: 'Kind' },
  secret: { pt: 'Secreta', en: 'Secret' },
  public: { pt: 'Pública', en: 'Public' },
  secretHint: {
    pt: 'Fica no servidor do lojista e move dinheiro.',
    en: 'Stays on the server of the merchant, and moves money.',
  },
  publicHint: {
    pt: 'Vai na página da loja: só tokeniza cartões.',
    en: 'Is part of the page of the shop: it only turns cards into tokens.',
  },
  keyCreated: { pt: 'Chave criada.', en: 'Key created.' },
  keyText: {
    pt: 'Copie a chave agora: o gateway guarda só o resumo dela e não a mostra de novo.',
    en: 'Copy the key now: the gateway stores only its hash and does not show it again.',
  },
  noKeysTitle: { pt: 'Nenhuma chave', en: 'No keys' },
  noKeysText: {
    pt: 'Crie a chave secreta com que o servidor do lojista chama a API.',
    en: 'Create the secret key with which the server of the merchant calls the API.',
  },
  hint: { pt: 'Chave', en: 'Key' },
  lastUsed: { pt: 'Último uso', en: 'Last used' },
  created: { pt: 'Criada', en: 'Created' },
  expires: { pt: 'Vence', en: 'Expires' },
  revoke: { pt: 'Revogar', en: 'Revoke' },
  keyActions: { pt: 'O que fazer', en: 'What to do' },
  revokeOf: {
    pt: (name: string) => `Revogar a chave ${name}`,
    en: (name: string) => `Revoke the key ${name}`,
  },
  revokeTitle: {
    pt: (name: string) => `Revogar a chave ${name}?`,
    en: (name: string) => `Revoke the key ${name}?`,
  },
  revokeText: {
    pt: 'Em até dois segundos nenhuma requisição com esta chave é aceita. Não há volta: crie outra.',
    en: 'Within two seconds no request with this key is accepted. This is final: create another.',
  },
  keyRevoked: { pt: 'Chave revogada.', en: 'Key revoked.' },
  amount: { pt: 'Valor', en: 'Amount' },
  method: { pt: 'Método', en: 'Method' },
  customer: { pt: 'Cliente', en: 'Customer' },
  reference: { pt: 'Referência', en: 'Reference' },
  when: { pt: 'Criada', en: 'Created' },
  readOnly: {
    pt: 'O que a conta vê. Cada leitura com dados de pagadores fica no registro de auditoria.',
    en: 'What the account sees. Each read of payer data is recorded in the audit log.',
  },
  nothingTitle: { pt: 'Nada ainda', en: 'Nothing yet' },
  nothingText: {
    pt: 'Aparece aqui quando a conta começar a usar.',
    en: 'It appears here when the account begins to use it.',
  },
  people: { pt: 'Pessoas', en: 'People' },
  entries: { pt: 'Lançamentos', en: 'Ledger entries' },
  receiver: { pt: 'Para', en: 'To' },
  event: { pt: 'Evento', en: 'Event' },
  address: { pt: 'Endereço', en: 'Address' },
  attempts: { pt: 'Tentativas', en: 'Attempts' },
  lastStatus: { pt: 'Última resposta', en: 'Last response' },
})

export const openingTexts = texts({
  step: {
    pt: (step: number, of: number) => `Passo ${step} de ${of}`,
    en: (step: number, of: number) => `Step ${step} of ${of}`,
  },
  who: { pt: 'Quem é o lojista', en: 'Who the merchant is' },
  providers: { pt: 'Métodos e provedores', en: 'Methods and providers' },
  providersLead: {
    pt: 'Um método com provedor fica ligado. Deixe vazio o que a conta não vende.',
    en: 'A method with a provider is on. Leave empty what the account does not sell.',
  },
  prices: { pt: 'Preços', en: 'Prices' },
  pricesLead: {
    pt: 'O que a plataforma cobra. Cada número de parcelas permitido precisa de preço.',
    en: 'What the platform charges. Each allowed number of installments needs a price.',
  },
  limits: { pt: 'Limites e saques', en: 'Limits and cashouts' },
  review: { pt: 'Conferir e abrir', en: 'Review and open' },
  defaults: { pt: 'O que não foi definido usa o padrão.', en: 'What is not set uses the default.' },
  next: { pt: 'Continuar', en: 'Continue' },
  back: { pt: 'Voltar', en: 'Back' },
  opened: { pt: 'Conta aberta.', en: 'Account opened.' },
  ownerTitle: { pt: 'Dono da conta', en: 'Owner of the account' },
  ownerLead: {
    pt: 'Recebe um convite por e-mail, entra neste painel e convida as outras pessoas.',
    en: 'Receives an invitation by mail, signs in to this dashboard and invites the others.',
  },
  ownerEmail: { pt: 'E-mail do dono', en: 'E-mail of the owner' },
  inviteOwner: { pt: 'Enviar o convite', en: 'Send the invitation' },
  ownerInvited: { pt: 'Convite enviado.', en: 'Invitation sent.' },
  ownerSent: {
    pt: (email: string) => `O convite foi para ${email}. Ele vale sete dias.`,
    en: (email: string) => `The invitation was sent to ${email}. It is valid for seven days.`,
  },
  ownerWaits: {
    pt: (email: string) => `O convite para ${email} sai quando outra pessoa do operador aprovar.`,
    en: (email: string) =>
      `The invitation to ${email} is sent when another person of the operator approves it.`,
  },
  keysTitle: { pt: 'Chaves da conta', en: 'Keys of the account' },
  keysLead: {
    pt: 'A chave secreta fica no servidor do lojista; a pública, na página da loja.',
    en: 'The secret key stays on the server of the merchant; the public one is on its page.',
  },
  createKeys: { pt: 'Criar as chaves', en: 'Create the keys' },
  keysLater: { pt: 'Depois', en: 'Later' },
  kept: { pt: 'Já guardei', en: 'I have kept them' },
  firstKey: { pt: 'Primeira chave', en: 'First key' },
})
