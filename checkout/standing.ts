import type { PaymentMethod } from '../contract/fields.ts'
import { adviceOf, type DeclineAdvice } from '../src/brazil/abecs.ts'
import { type Cents, cents } from '../src/primitives/money.ts'
import type { NoticeTone } from './page.ts'
import { formatInstant, formatMoney } from './texts/formats.ts'
import type { Language } from './texts/language.ts'
import { refusalTexts } from './texts/refusal-texts.ts'
import { standingTexts } from './texts/standing-texts.ts'

export type { PaymentMethod }

/** The state of a payment, for its payer. */
export type PaymentState =
  | 'open'
  | 'authorized'
  | 'paid'
  | 'refused'
  | 'cancelled'
  | 'expired'
  /** A boleto that its bank has not registered yet: it cannot be paid. */
  | 'registering'
  /** A boleto at a notary's office, where its payer can pay it. */
  | 'in-protest'
  | 'refunded'
  | 'disputed'
  | 'chargedback'

export interface Standing {
  readonly state: PaymentState
  readonly paidAt?: Date
  /** Refunds that are done, and what a MED returned. */
  readonly returned: Cents
  /** Refunds that the bank has not confirmed yet. */
  readonly returning: Cents
  /** What chargebacks returned to the payer, beside `returned`. */
  readonly lost: Cents
}

/** Changes whenever a page of the payment changes. `amount`: what the page asks for. */
export const markOf = ({ state, returned, returning, lost }: Standing, amount: Cents): string =>
  [state, returned, returning, lost, amount].join('.')

/** The payment was received, whatever its later status. */
export const wasPaid = ({ state, paidAt }: Standing): boolean =>
  paidAt !== undefined &&
  !['open', 'registering', 'expired', 'cancelled', 'refused', 'authorized'].includes(state)

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

type Texts = ReturnType<typeof standingTexts>

/**
 * The texts of a payment on pages and receipts; undefined while a PIX or a boleto waits to be paid.
 */
export function noticeText(facts: PaymentFacts, language: Language): NoticeText | undefined {
  const { standing, method, refusedReason } = facts
  const t = standingTexts(language)
  switch (standing.state) {
    case 'open':
      return open[method]?.(t)
    case 'authorized':
      return { tone: 'plain', title: t.authorized, text: t.authorizedText }
    case 'refused': {
      const own = refused[method]?.(t)
      if (own) return own
      const text =
        refusedReason === undefined ? t.refusedText : refusalText(refusedReason, language)
      return { tone: 'bad', title: t.refused, text }
    }
    case 'cancelled':
      return cancelled[method](t)
    case 'expired':
      return expired[method](t)
    case 'registering':
      return { tone: 'plain', title: t.registering, text: t.registeringText }
    case 'in-protest':
      return { tone: 'bad', title: t.inProtest, text: t.inProtestText }
    default:
      return paidText(facts, language)
  }
}

/** The stored reason is Portuguese. Other languages have a text for each advice of ABECS. */
export function refusalText(reason: string, language: Language): string {
  if (language === 'pt') return reason
  const advice: DeclineAdvice = adviceOf(reason) ?? 'generic'
  return refusalTexts(language)[advice]
}

/** A received payment. */
function paidText(facts: PaymentFacts, language: Language): NoticeText {
  const { standing, amount, method } = facts
  const { state, returned, returning, lost } = standing
  const t = standingTexts(language)
  const money = (value: Cents) => formatMoney(value, language)
  const when = standing.paidAt ? t.paidAt(formatInstant(standing.paidAt, language)) : t.received
  const waiting = returning > 0 ? t.returning(money(returning)) : ''
  const back = cents(returned + lost)
  const partBack = back > 0 ? t.partBackText(money(back), money(amount)) : ''
  const plain = (title: string, ...all: readonly string[]): NoticeText => ({
    tone: 'plain',
    title,
    text: sentences(...all),
  })
  if (state === 'disputed') return plain(t.disputed, disputed[method](t), partBack, when, waiting)
  if (state === 'chargedback') {
    const others = returned > 0 ? t.refundedBefore(money(returned)) : ''
    return plain(t.chargedback, t.chargedbackText(money(lost)), others, when)
  }
  if (state === 'refunded' || back >= amount)
    return plain(t.refunded, wholeBack[method](t)(money(amount)), when)
  if (back > 0) return plain(t.partBack, partBack, when, waiting)
  return { tone: 'good', title: t.paid, text: sentences(when, paidNote[method](t), waiting) }
}

const sentences = (...all: readonly string[]): string => all.filter(Boolean).join(' ')

/** The part of a text that depends on the method. */
type ByMethod<Part> = Readonly<Record<PaymentMethod, (t: Texts) => Part>>

/** A method without a text shows how to pay. */
const open: Partial<ByMethod<NoticeText>> = {
  CREDIT_CARD: (t) => ({ tone: 'plain', title: t.analysing, text: t.analysingText }),
}

/** Of a method whose reason is for the shop alone. */
const refused: Partial<ByMethod<NoticeText>> = {
  BOLETO: (t) => ({ tone: 'bad', title: t.refusedBoleto, text: t.refusedBoletoText }),
}

/** A paid boleto can still be paid at a bank. */
const paidNote: ByMethod<string> = {
  PIX: () => '',
  BOLETO: (t) => t.paidBoleto,
  CREDIT_CARD: () => '',
}

const wholeBack: ByMethod<(amount: string) => string> = {
  PIX: (t) => t.refundedPix,
  BOLETO: (t) => t.refundedBoleto,
  CREDIT_CARD: (t) => t.refundedCard,
}

const disputed: ByMethod<string> = {
  PIX: (t) => t.disputedPix,
  BOLETO: (t) => t.disputedBoleto,
  CREDIT_CARD: (t) => t.disputedCard,
}

const cancelled: ByMethod<NoticeText> = {
  PIX: (t) => ({ tone: 'bad', title: t.cancelledPix, text: t.cannotBePaid }),
  BOLETO: (t) => ({ tone: 'bad', title: t.cancelledBoleto, text: t.cannotBePaid }),
  CREDIT_CARD: (t) => ({ tone: 'plain', title: t.cancelledCard, text: t.cancelledCardText }),
}

const expired: ByMethod<NoticeText> = {
  PIX: (t) => ({ tone: 'bad', title: t.expiredPix, text: t.expiredPixText }),
  BOLETO: (t) => ({ tone: 'bad', title: t.expiredBoleto, text: t.expiredBoletoText }),
  CREDIT_CARD: (t) => ({ tone: 'bad', title: t.expiredCard, text: t.expiredCardText }),
}
