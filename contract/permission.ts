/**
 * The permissions of a caller at an account. The key is the name in a route; the sentence is for a
 * person who chooses permissions.
 */
export const accountPermissions = {
  'transactions:read': {
    pt: 'Ver transações e seus passos.',
    en: 'See transactions and their steps.',
  },
  'transactions:create': { pt: 'Criar cobranças.', en: 'Create charges.' },
  'transactions:capture': {
    pt: 'Capturar cartões autorizados.',
    en: 'Capture authorized cards.',
  },
  'transactions:cancel': {
    pt: 'Cancelar cobranças e autorizações.',
    en: 'Cancel charges and authorizations.',
  },
  'transactions:refund': { pt: 'Devolver pagamentos.', en: 'Refund payments.' },
  'payment-links:read': { pt: 'Ver links de pagamento.', en: 'See payment links.' },
  'payment-links:write': {
    pt: 'Criar, mudar e desligar links de pagamento.',
    en: 'Create, change and turn off payment links.',
  },
  'checkout-sessions:read': { pt: 'Ver sessões de checkout.', en: 'See checkout sessions.' },
  'checkout-sessions:write': {
    pt: 'Abrir e encerrar sessões de checkout.',
    en: 'Open and end checkout sessions.',
  },
  'brand:read': {
    pt: 'Ver a marca das páginas de pagamento.',
    en: 'See the brand of the payment pages.',
  },
  'brand:write': {
    pt: 'Mudar a marca das páginas de pagamento.',
    en: 'Change the brand of the payment pages.',
  },
  'wallet:read': {
    pt: 'Ver saldo, extrato, recebíveis e simulações.',
    en: 'See the balance, the statement, receivables and quotes.',
  },
  'disputes:read': { pt: 'Ver disputas e documentos.', en: 'See disputes and their documents.' },
  'disputes:answer': {
    pt: 'Responder a disputas e anexar documentos.',
    en: 'Answer disputes and attach documents.',
  },
  'cashouts:read': {
    pt: 'Ver saques, comprovantes e o agendamento.',
    en: 'See cashouts, receipts and the schedule.',
  },
  'cashouts:create': { pt: 'Pedir saques.', en: 'Ask for cashouts.' },
  'cashouts:cancel': {
    pt: 'Cancelar saques que ainda não saíram.',
    en: 'Cancel cashouts that were not sent yet.',
  },
  'cashout-schedule:write': {
    pt: 'Mudar o saque automático.',
    en: 'Change the automatic cashout.',
  },
  'cashout-approval:read': {
    pt: 'Ver o token com que o seu programa confere pedidos de aprovação.',
    en: 'See the token with which your program verifies approval requests.',
  },
  'domains:read': { pt: 'Ver domínios do Device Pay.', en: 'See Device Pay domains.' },
  'domains:write': {
    pt: 'Registrar, validar e remover domínios do Device Pay.',
    en: 'Register, validate and remove Device Pay domains.',
  },
  'events:read': { pt: 'Ler o feed de eventos.', en: 'Read the event feed.' },
  'events:resend': { pt: 'Reenviar eventos.', en: 'Send events again.' },
  'webhooks:read': {
    pt: 'Ver endereços de webhook e entregas.',
    en: 'See webhook endpoints and deliveries.',
  },
  'webhooks:write': {
    pt: 'Criar, mudar, testar e remover endereços de webhook.',
    en: 'Create, change, test and remove webhook endpoints.',
  },
  'webhooks:redeliver': { pt: 'Repetir entregas.', en: 'Repeat deliveries.' },
  'webhook-secret:read': {
    pt: 'Ver o segredo que assina os webhooks.',
    en: 'See the secret that signs the webhooks.',
  },
  'webhook-secret:rotate': {
    pt: 'Trocar o segredo que assina os webhooks.',
    en: 'Rotate the secret that signs the webhooks.',
  },
  'keys:read': { pt: 'Ver as chaves da conta.', en: 'See the keys of the account.' },
  'keys:write': {
    pt: 'Criar, trocar e revogar chaves.',
    en: 'Create, rotate and revoke keys.',
  },
  'people:read': { pt: 'Ver as pessoas da conta.', en: 'See the people of the account.' },
  'people:write': {
    pt: 'Convidar e remover pessoas, e mudar papéis.',
    en: 'Invite and remove people, and change roles.',
  },
  'approvals:read': { pt: 'Ver o que espera aprovação.', en: 'See what waits for approval.' },
  'approvals:decide': { pt: 'Aprovar ou negar.', en: 'Approve or reject.' },
  'audit:read': { pt: 'Ler o registro de auditoria.', en: 'Read the audit log.' },
  'requests:read': {
    pt: 'Ver as requisições da API e seus erros.',
    en: 'See the API requests and their errors.',
  },
} as const satisfies Sentences

/** The permissions of a person or a program of the operator. */
export const operatorPermissions = {
  'accounts:read': { pt: 'Ver contas.', en: 'See accounts.' },
  'accounts:write': {
    pt: 'Abrir contas e mudar preços, limites, provedores e situação.',
    en: 'Open accounts, and change prices, limits, providers and status.',
  },
  'account-keys:read': { pt: 'Ver as chaves de contas.', en: 'See the keys of accounts.' },
  'account-keys:write': {
    pt: 'Criar, trocar e revogar chaves de contas.',
    en: 'Create, rotate and revoke keys of accounts.',
  },
  'account-secrets:read': {
    pt: 'Ver segredos de webhook de contas.',
    en: 'See webhook secrets of accounts.',
  },
  'account-secrets:rotate': {
    pt: 'Trocar segredos de webhook de contas.',
    en: 'Rotate webhook secrets of accounts.',
  },
  'account-transactions:read': {
    pt: 'Ver transações de contas, com os dados de quem paga.',
    en: 'See transactions of accounts, with the data of payers.',
  },
  'account-wallet:read': {
    pt: 'Ver saldo, extrato e recebíveis de contas.',
    en: 'See the balance, the statement and receivables of accounts.',
  },
  'account-cashouts:read': {
    pt: 'Ver saques de contas, e os que esperam aprovação.',
    en: 'See cashouts of accounts, and those that wait for approval.',
  },
  'account-cashouts:decide': {
    pt: 'Aprovar ou negar saques.',
    en: 'Approve or reject cashouts.',
  },
  'account-disputes:read': {
    pt: 'Ver disputas de todas as contas.',
    en: 'See disputes of all accounts.',
  },
  'account-webhooks:read': {
    pt: 'Ver endereços de webhook e entregas de contas.',
    en: 'See webhook endpoints and deliveries of accounts.',
  },
  'account-domains:read': {
    pt: 'Ver domínios do Device Pay de contas.',
    en: 'See Device Pay domains of accounts.',
  },
  'account-disputes:answer': {
    pt: 'Responder a disputas em nome de contas.',
    en: 'Answer disputes for accounts.',
  },
  'providers:read': { pt: 'Ver provedores.', en: 'See providers.' },
  'providers:write': {
    pt: 'Configurar provedores e suas credenciais.',
    en: 'Configure providers and their credentials.',
  },
  'reconciliation:read': {
    pt: 'Ver arquivos e casos da conciliação.',
    en: 'See files and cases of the reconciliation.',
  },
  'reconciliation:run': { pt: 'Rodar a conciliação.', en: 'Run the reconciliation.' },
  'reconciliation:resolve': { pt: 'Encerrar casos.', en: 'Resolve cases.' },
  'ledger:read': {
    pt: 'Ver o balancete e as correções.',
    en: 'See the trial balance and the corrections.',
  },
  'ledger:correct': { pt: 'Corrigir os livros.', en: 'Correct the books.' },
  'ledger:resume-cashouts': {
    pt: 'Liberar saques parados por uma quebra dos livros.',
    en: 'Resume cashouts that a breach of the books stopped.',
  },
  'operator-overview:read': {
    pt: 'Ver a visão geral do operador.',
    en: "See the operator's overview.",
  },
  'work:read': {
    pt: 'Ver o trabalho que espera, e o que não anda.',
    en: 'See work that waits, and work that is stuck.',
  },
  'clock:read': { pt: 'Ver a hora dos negócios.', en: 'See business time.' },
  'clock:move': {
    pt: 'Adiantar a hora dos negócios (sandbox).',
    en: 'Move business time forward (sandbox).',
  },
  'metrics:read': { pt: 'Ler as métricas.', en: 'Read the metrics.' },
  'operators:read': { pt: 'Ver as pessoas do operador.', en: 'See the people of the operator.' },
  'operators:write': {
    pt: 'Convidar e remover pessoas do operador, e mudar papéis.',
    en: 'Invite and remove people of the operator, and change roles.',
  },
  'operator-approvals:read': {
    pt: 'Ver o que espera aprovação do operador.',
    en: 'See what waits for approval by the operator.',
  },
  'operator-approvals:decide': { pt: 'Aprovar ou negar.', en: 'Approve or reject.' },
  'operator-audit:read': {
    pt: 'Ler o registro de auditoria de todas as contas.',
    en: 'Read the audit log of all accounts.',
  },
} as const satisfies Sentences

/** The permissions of a page in a payer's browser with a public key. */
export type BrowserPermission = 'cards:tokenize' | 'merchant-sessions:create'

export type AccountPermission = keyof typeof accountPermissions
export type OperatorPermission = keyof typeof operatorPermissions
export type Permission = AccountPermission | OperatorPermission | BrowserPermission

export const allAccountPermissions = Object.keys(accountPermissions) as AccountPermission[]
export const allOperatorPermissions = Object.keys(operatorPermissions) as OperatorPermission[]
export const browserPermissions: readonly BrowserPermission[] = [
  'cards:tokenize',
  'merchant-sessions:create',
]

/**
 * Permissions that no key has: what gives others access, and what decides about a request of
 * another person, needs a person.
 */
export const personOnlyPermissions: readonly AccountPermission[] = [
  'keys:write',
  'people:write',
  'approvals:decide',
]

/** The permissions that a secret key can have; one without restrictions has them all. */
export const keyPermissions: readonly AccountPermission[] = allAccountPermissions.filter(
  (permission) => !personOnlyPermissions.includes(permission),
)

/**
 * What the operator's token opens in production: programs that watch and reconcile. Everything else
 * at the operator needs a person. In the sandbox the token opens every route, for scripts.
 */
export const machinePermissions: readonly OperatorPermission[] = [
  'metrics:read',
  'clock:read',
  'clock:move', // There is no such clock in production.
  'ledger:read',
  'reconciliation:read',
  'reconciliation:run',
]

/** Permissions that let money leave the account, directly or through others. */
export const moneyPermissions: readonly AccountPermission[] = [
  'transactions:refund',
  'cashouts:create',
  'cashout-schedule:write',
  'cashout-approval:read',
]

/**
 * Permissions that need a second factor of the last ten minutes: money out, access for others,
 * secrets (to read one as well), limits, and corrections.
 */
export const proofPermissions: readonly Permission[] = [
  ...moneyPermissions,
  'keys:write',
  'people:write',
  'approvals:decide',
  'webhook-secret:read',
  'webhook-secret:rotate',
  'accounts:write',
  'account-keys:write',
  'account-secrets:read',
  'account-secrets:rotate',
  'account-cashouts:decide',
  'providers:write',
  'ledger:correct',
  'ledger:resume-cashouts',
  'operators:write',
  'operator-approvals:decide',
]

export const needsProof = (permission: Permission): boolean => proofPermissions.includes(permission)

type Sentences = Readonly<
  Record<`${string}:${string}`, { readonly pt: string; readonly en: string }>
>
