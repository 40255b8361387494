import { texts } from '../../text/text.ts'

export const waitingCashoutTexts = texts({
  title: { pt: 'Saques a aprovar', en: 'Cashouts to approve' },
  lead: {
    pt: 'O valor está reservado no saldo da conta. Nada sai antes de uma pessoa aprovar.',
    en: 'The amount is held in the balance of the account. Nothing leaves before a person approves.',
  },
  account: { pt: 'Conta', en: 'Account' },
  waitsSince: { pt: 'Espera desde', en: 'Waits since' },
  decision: { pt: 'Decisão', en: 'Decision' },
  emptyTitle: { pt: 'Nenhum saque espera aprovação', en: 'No cashout waits for approval' },
  emptyText: {
    pt: 'Uma conta pode pedir aprovação para saques acima de um valor: escolha-o na página da conta, em Saques. O pedido aparece aqui.',
    en: 'An account may need approval for cashouts above an amount: choose it on the page of the account, under Cashouts. The request appears here.',
  },
  toAccounts: { pt: 'Ver contas', en: 'See accounts' },
  decisionOf: {
    pt: (button: string, amount: string) => `${button} o saque de ${amount}`,
    en: (button: string, amount: string) => `${button} the cashout of ${amount}`,
  },
  of: { pt: 'Da conta', en: 'Of the account' },
  entries: { pt: 'Lançamentos', en: 'Ledger entries' },
})
