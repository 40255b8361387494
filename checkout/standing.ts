import type { PaymentMethod } from '../contract/fields.ts'
import { formatReais } from '../src/brazil/reais.ts'
import { type Cents, cents } from '../src/primitives/money.ts'
import { formatInstant } from './local-instant.ts'
import type { NoticeTone } from './page.ts'

export type { PaymentMethod }

/** The state of a payment, for its payer. */
export type PaymentState =
  | 'open'
  | 'authorized'
  | 'paid'
  | 'refused'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'disputed'
  | 'chargedback'

export interface Standing {
  readonly state: PaymentState
  readonly paidAt?: Date
  /** Refunds that are done. */
  readonly returned: Cents
  /** Refunds that the bank has not confirmed yet. */
  readonly returning: Cents
  /** The amount that disputes returned to the payer. */
  readonly lost: Cents
}

/** Changes whenever a page of the payment changes. */
export const markOf = ({ state, returned, returning, lost }: Standing): string =>
  [state, returned, returning, lost].join('.')

/** The payment was received, whatever its later status. */
export const wasPaid = ({ state, paidAt }: Standing): boolean =>
  paidAt !== undefined && !['open', 'expired', 'cancelled', 'refused', 'authorized'].includes(state)

export interface NoticeText {
  readonly tone: NoticeTone
  readonly title: string
  /** One or more sentences. */
  readonly text: string
}

export interface PaymentFacts {
  readonly standing: Standing
  readonly amount: Cents
  readonly method: PaymentMethod
  readonly refusedReason?: string
}

/**
 * The texts of a payment on pages and receipts; undefined while a PIX or a boleto waits to be paid.
 */
export function noticeText(facts: PaymentFacts): NoticeText | undefined {
  const { standing, method, refusedReason } = facts
  const { state } = standing
  switch (state) {
    case 'open':
      return open[method]
    case 'authorized':
      return {
        tone: 'plain',
        title: 'Autorizado',
        text: 'O valor está reservado no cartão e será cobrado pela loja.',
      }
    case 'refused': {
      const text = refusedReason ?? 'O pagamento não foi aprovado. Nada foi cobrado.'
      return { tone: 'bad', title: 'Não aprovado', text }
    }
    case 'cancelled':
      return cancelled[method]
    case 'expired':
      return expired[method]
    default:
      return paidText(facts)
  }
}

/** A received payment. */
function paidText(facts: PaymentFacts): NoticeText {
  const { standing, amount, method } = facts
  const { state, returned, returning, lost } = standing
  const when = received(standing)
  const waiting =
    returning > 0
      ? `A loja pediu a devolução de ${formatReais(returning)}: o banco ainda não confirmou.`
      : ''
  const back = returned + lost
  if (state === 'disputed') {
    return {
      tone: 'plain',
      title: 'Em contestação',
      text: sentences(disputed[method], partBack(facts), when, waiting),
    }
  }
  if (state === 'chargedback') {
    const text = `A contestação foi aceita e ${formatReais(lost)} voltaram para quem pagou.`
    const others = returned > 0 ? `Antes disso a loja devolveu ${formatReais(returned)}.` : ''
    return { tone: 'plain', title: 'Contestado e devolvido', text: sentences(text, others, when) }
  }
  if (state === 'refunded' || back >= amount) {
    return {
      tone: 'plain',
      title: 'Devolvido',
      text: sentences(`${wholeBack[method]} ${formatReais(amount)}.`, when),
    }
  }
  if (back > 0) {
    return {
      tone: 'plain',
      title: 'Pago e devolvido em parte',
      text: sentences(partBack(facts), when, waiting),
    }
  }
  return {
    tone: 'good',
    title: 'Pago',
    text: sentences(when, paidNote[method], waiting),
  }
}

const received = ({ paidAt }: Standing): string =>
  paidAt ? `Pagamento recebido em ${formatInstant(paidAt)}.` : 'O pagamento foi recebido.'

const partBack = ({ standing: { returned, lost }, amount }: PaymentFacts): string => {
  const back = cents(returned + lost)
  return back > 0 ? `${formatReais(back)} de ${formatReais(amount)} voltaram para quem pagou.` : ''
}

const sentences = (...all: readonly string[]): string => all.filter(Boolean).join(' ')

const analysis: NoticeText = {
  tone: 'plain',
  title: 'Em análise',
  text: 'Seu pagamento ainda está em análise. Não pague de novo: esta página avisa quando houver resposta.',
}

/** A method without a text shows how to pay. */
const open: Readonly<Record<PaymentMethod, NoticeText | undefined>> = {
  PIX: undefined,
  BOLETO: undefined,
  CREDIT_CARD: analysis,
}

/** A paid boleto can still be paid at a bank. */
const paidNote: Readonly<Record<PaymentMethod, string>> = {
  PIX: '',
  BOLETO: 'Não pague de novo.',
  CREDIT_CARD: '',
}

const wholeBack: Readonly<Record<PaymentMethod, string>> = {
  PIX: 'O valor inteiro deste PIX voltou para quem pagou:',
  BOLETO: 'O valor inteiro deste boleto voltou para quem pagou:',
  CREDIT_CARD: 'O valor inteiro foi estornado no cartão:',
}

const disputed: Readonly<Record<PaymentMethod, string>> = {
  PIX: 'Quem pagou pediu este PIX de volta ao banco, que ainda não decidiu.',
  BOLETO: 'Quem pagou pediu este valor de volta ao banco, que ainda não decidiu.',
  CREDIT_CARD: 'A compra foi contestada no banco do cartão, que ainda não decidiu.',
}

const cancelled: Readonly<Record<PaymentMethod, NoticeText>> = {
  PIX: {
    tone: 'bad',
    title: 'Este PIX foi cancelado',
    text: 'Ele não pode mais ser pago. Se precisar, fale com a loja.',
  },
  BOLETO: {
    tone: 'bad',
    title: 'Boleto cancelado',
    text: 'Ele não pode mais ser pago. Se precisar, fale com a loja.',
  },
  CREDIT_CARD: {
    tone: 'plain',
    title: 'Cancelado',
    text: 'O pagamento foi cancelado. Nada foi cobrado.',
  },
}

const expired: Readonly<Record<PaymentMethod, NoticeText>> = {
  PIX: {
    tone: 'bad',
    title: 'Este PIX expirou',
    text: 'O prazo para pagar terminou. Volte à loja e gere um novo código.',
  },
  BOLETO: {
    tone: 'bad',
    title: 'Boleto vencido',
    text: 'O prazo para pagar terminou. Peça um novo boleto à loja.',
  },
  CREDIT_CARD: {
    tone: 'bad',
    title: 'Expirado',
    text: 'O pagamento não foi concluído a tempo. Nada foi cobrado.',
  },
}
