import { texts } from '../../text/text.ts'

export const operatorOverviewTexts = texts({
  title: { pt: 'Operação', en: 'Operations' },
  lead: { pt: 'O que precisa de uma pessoa agora.', en: 'What needs a person now.' },
  sales: { pt: 'Vendas de hoje', en: 'Sales today' },
  salesCount: {
    pt: (count: string) => `${count} ${count === '1' ? 'venda' : 'vendas'} em todas as contas`,
    en: (count: string) => `${count} ${count === '1' ? 'sale' : 'sales'} in all accounts`,
  },
  partial: {
    pt: 'Há contas demais para somar aqui: faltam os dias mais antigos, ou uma parte de hoje.',
    en: 'There are too many accounts to sum here: the oldest days, or a part of today, are missing.',
  },
  amount: { pt: 'Valor', en: 'Amount' },
  accounts: { pt: 'Contas', en: 'Accounts' },
  active: { pt: 'Ativas', en: 'Active' },
  suspended: { pt: 'Suspensas', en: 'Suspended' },
  attention: { pt: 'Precisa de você', en: 'Needs you' },
  calm: { pt: 'Nada espera por uma pessoa.', en: 'Nothing waits for a person.' },
  approvals: {
    pt: (count: string) =>
      count === '1' ? '1 aprovação espera decisão' : `${count} aprovações esperam decisão`,
    en: (count: string) =>
      count === '1' ? '1 approval waits for a decision' : `${count} approvals wait for a decision`,
  },
  cashouts: {
    pt: (count: string) =>
      count === '1' ? '1 saque espera aprovação' : `${count} saques esperam aprovação`,
    en: (count: string) =>
      count === '1' ? '1 cashout waits for approval' : `${count} cashouts wait for approval`,
  },
  cases: {
    pt: (count: string) =>
      count === '1' ? '1 caso de conciliação aberto' : `${count} casos de conciliação abertos`,
    en: (count: string) =>
      count === '1' ? '1 open reconciliation case' : `${count} open reconciliation cases`,
  },
  degraded: {
    pt: (name: string) => `${name} falha`,
    en: (name: string) => `${name} fails`,
  },
  silent: {
    pt: (name: string) => `${name} não responde`,
    en: (name: string) => `${name} does not respond`,
  },
  queue: {
    pt: (name: string, count: string, since: string) =>
      `${name}: ${count} em atraso, desde ${since}`,
    en: (name: string, count: string, since: string) => `${name}: ${count} late, since ${since}`,
  },
  breaches: {
    pt: (count: string) =>
      count === '1' ? '1 regra dos livros quebrada' : `${count} regras dos livros quebradas`,
    en: (count: string) =>
      count === '1' ? '1 rule of the books broken' : `${count} rules of the books broken`,
  },
  changedDays: {
    pt: (count: string) =>
      count === '1'
        ? '1 dia fechado mudou depois do fechamento'
        : `${count} dias fechados mudaram depois do fechamento`,
    en: (count: string) =>
      count === '1'
        ? '1 closed day changed after it was closed'
        : `${count} closed days changed after they were closed`,
  },
  stopped: {
    pt: 'Saques parados por uma quebra dos livros',
    en: 'Cashouts stopped by a breach of the books',
  },
  disputes: { pt: 'Disputas pelo prazo', en: 'Disputes by deadline' },
  noDisputes: { pt: 'Nenhuma disputa espera resposta.', en: 'No dispute waits for an answer.' },
  account: { pt: 'Conta', en: 'Account' },
  seeAccount: { pt: 'Ver a conta', en: 'See the account' },
  kind: { pt: 'Tipo', en: 'Kind' },
  answerBy: { pt: 'Prazo', en: 'Deadline' },
  books: { pt: 'Livros', en: 'Books' },
  booksGood: {
    pt: (when: string) => `Conferem: última conferência ${when}.`,
    en: (when: string) => `They agree: last verified ${when}.`,
  },
  notVerified: { pt: 'Ainda não conferidos.', en: 'Not verified yet.' },
})
