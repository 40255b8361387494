import { texts } from '../../text/text.ts'

export const overviewTexts = texts({
  title: { pt: 'Visão geral', en: 'Overview' },
  salesToday: { pt: 'Vendas de hoje', en: 'Sales today' },
  count: {
    pt: (count: string) => (count === '1' ? '1 venda' : `${count} vendas`),
    en: (count: string) => (count === '1' ? '1 sale' : `${count} sales`),
  },
  average: {
    pt: (amount: string) => `média de ${amount} por dia nos últimos 30`,
    en: (amount: string) => `average of ${amount} a day in the last 30`,
  },
  byDay: { pt: 'Vendas por dia', en: 'Sales by day' },
  money: { pt: 'Seu dinheiro', en: 'Your money' },
  available: { pt: 'Disponível', en: 'Available' },
  pending: { pt: 'A receber', en: 'Pending' },
  blocked: { pt: 'Bloqueado', en: 'Blocked' },
  debt: { pt: 'Devido à plataforma', en: 'Owed to the platform' },
  arrivals: { pt: 'Próximas chegadas', en: 'Next arrivals' },
  noArrivals: { pt: 'Nada a receber.', en: 'Nothing to receive.' },
  attention: { pt: 'Precisa de você', en: 'Needs you' },
  allCalm: { pt: 'Nada espera por você.', en: 'Nothing waits for you.' },
  dispute: {
    pt: (amount: string, when: string | null) =>
      `Responder à disputa de ${amount}${when === null ? '' : `, ${when}`}`,
    en: (amount: string, when: string | null) =>
      `Answer the dispute of ${amount}${when === null ? '' : `, ${when}`}`,
  },
  failingEndpoint: {
    pt: (address: string) => `Webhooks falham em ${address}`,
    en: (address: string) => `Webhooks fail at ${address}`,
  },
  cashoutToApprove: {
    pt: (amount: string) => `Aprovar ou negar o saque de ${amount}`,
    en: (amount: string) => `Approve or reject the cashout of ${amount}`,
  },
  returnedCashout: {
    pt: (amount: string) => `O destino devolveu o saque de ${amount}`,
    en: (amount: string) => `The destination returned the cashout of ${amount}`,
  },
  failingDomain: {
    pt: (hostname: string) => `O Device Pay parou em ${hostname}`,
    en: (hostname: string) => `Device Pay stopped at ${hostname}`,
  },
  endingKey: {
    pt: (name: string, when: string) => `A chave “${name}” termina ${when}`,
    en: (name: string, when: string) => `The key “${name}” ends ${when}`,
  },
  approval: { pt: 'Aprovação em 30 dias', en: 'Approval in 30 days' },
  approvalLead: {
    pt: 'PIX e boleto: pagos entre os criados. Cartão: aprovados entre os decididos.',
    en: 'PIX and boleto: paid of those created. Card: approved of those decided.',
  },
  ofTried: {
    pt: (approved: string, tried: string) => `${approved} de ${tried}`,
    en: (approved: string, tried: string) => `${approved} of ${tried}`,
  },
  refusals: { pt: 'Por que recusaram', en: 'Why they were refused' },
  noRefusals: { pt: 'Nenhuma recusa em 30 dias.', en: 'No refusals in 30 days.' },
  behind: {
    pt: (count: string) =>
      `Os totais ainda não contaram ${count === '1' ? '1 evento' : `${count} eventos`}.`,
    en: (count: string) =>
      `The totals have not counted ${count === '1' ? '1 event' : `${count} events`} yet.`,
  },
})
