import type { BlockedPartWire, MerchantBook } from '../../../contract/wallet.ts'
import { texts } from '../../text/text.ts'

export const balanceTexts = texts({
  title: { pt: 'Saldo', en: 'Balance' },
  cashOut: { pt: 'Sacar', en: 'Cash out' },
  parts: { pt: 'Partes do saldo', en: 'Parts of the balance' },
  madeOf: { pt: 'De que é feito', en: 'What it is made of' },
  amount: { pt: 'Valor', en: 'Amount' },
  showEntries: { pt: 'Ver lançamentos', en: 'Show entries' },
  hideEntries: { pt: 'Esconder lançamentos', en: 'Hide entries' },
  nothing: { pt: 'Nada aqui agora.', en: 'Nothing here now.' },
  statement: { pt: 'Extrato', en: 'Statement' },
  opening: { pt: 'Saldo no começo', en: 'Opening balance' },
  kind: {
    pt: (name: string, count: string) => `${name} (${count})`,
    en: (name: string, count: string) => `${name} (${count})`,
  },
  behind: {
    pt: (count: string) =>
      count === '1'
        ? 'Falta contar 1 lançamento nestes totais.'
        : `Faltam contar ${count} lançamentos nestes totais.`,
    en: (count: string) =>
      count === '1'
        ? '1 entry is not counted in these totals yet.'
        : `${count} entries are not counted in these totals yet.`,
  },
  monthSums: {
    pt: (scheduled: string, settled: string) =>
      `Neste mês: ${scheduled} a receber, ${settled} já recebidos.`,
    en: (scheduled: string, settled: string) =>
      `This month: ${scheduled} to come, ${settled} received.`,
  },
  closing: { pt: 'Saldo no fim', en: 'Closing balance' },
  now: { pt: 'Saldo agora', en: 'Balance now' },
  date: { pt: 'Data', en: 'Date' },
  entry: { pt: 'Lançamento', en: 'Entry' },
  counterparty: { pt: 'Quem', en: 'Who' },
  balance: { pt: 'Saldo', en: 'Balance' },
  noLines: { pt: 'Nenhum lançamento neste mês.', en: 'No entries in this month.' },
  previous: { pt: 'Mês anterior', en: 'Previous month' },
  following: { pt: 'Mês seguinte', en: 'Next month' },
  calendar: { pt: 'Quando o dinheiro chega', en: 'When the money arrives' },
  calendarLead: {
    pt: 'Escolha um dia para ver os recebíveis dele.',
    en: 'Choose a day to see its receivables.',
  },
  receivablesOf: {
    pt: (day: string) => `Recebíveis de ${day}`,
    en: (day: string) => `Receivables of ${day}`,
  },
  allReceivables: { pt: 'Próximos recebíveis', en: 'Next receivables' },
  wholeCalendar: { pt: 'Todos os dias', en: 'All days' },
  dayAmount: {
    pt: (day: string, amount: string) => `${day}: ${amount}`,
    en: (day: string, amount: string) => `${day}: ${amount}`,
  },
  day: { pt: 'Dia', en: 'Day' },
  method: { pt: 'Método', en: 'Method' },
  part: { pt: 'Parcela', en: 'Installment' },
  partOf: {
    pt: (number: number, parts: number) => `${number} de ${parts}`,
    en: (number: number, parts: number) => `${number} of ${parts}`,
  },
  gross: { pt: 'Bruto', en: 'Gross' },
  fee: { pt: 'Tarifa', en: 'Fee' },
  taken: { pt: 'Descontado', en: 'Deducted' },
  due: { pt: 'A receber', en: 'Due' },
})

/** One sentence for each part of the balance. */
export const bookSentences = texts({
  available: {
    pt: 'Pode ser sacado agora. É a soma dos lançamentos do extrato, do primeiro ao último.',
    en: 'It can be cashed out now. It is the sum of the entries of its statement.',
  },
  pending: {
    pt: 'Já vendido, ainda não liquidado. É a soma dos recebíveis que vão vencer.',
    en: 'Sold and not settled yet. It is the sum of the receivables that fall due.',
  },
  blocked: {
    pt: 'Retido por disputas, devoluções e saques em andamento. É a soma de cada um deles.',
    en: 'Held by disputes, refunds and cashouts in progress. It is the sum of each of them.',
  },
  debt: {
    pt: 'Devido à plataforma. O próximo valor disponível paga essa dívida primeiro.',
    en: 'Owed to the platform. The next available money pays it first.',
  },
} satisfies Record<MerchantBook, unknown>)

export const blockedNames = texts({
  refund: { pt: 'Devolução em andamento', en: 'Refund in progress' },
  dispute: { pt: 'Disputa', en: 'Dispute' },
  cashout: { pt: 'Saque em andamento', en: 'Cashout in progress' },
} satisfies Record<BlockedPartWire['type'], unknown>)
