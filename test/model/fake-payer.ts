import assert from 'node:assert/strict'
import { cents } from '../../src/primitives/money.ts'
import type { PayoutReturn, PixPayer } from '../../src/providers/ports/payout.ts'
import { type Losses, lostResponse } from './fake-losses.ts'
import { laterMs } from './fake-providers.ts'

/**
 * The outcome of a payout at the bank; with the last two the payment arrives and is returned days
 * later.
 */
export const payoutOutcomes = [
  'done',
  'refused',
  'failedLater',
  'lostDone',
  'lostUndone',
  'notSent',
  'backWhole',
  'backInParts',
] as const
export type PayoutOutcome = (typeof payoutOutcomes)[number]

/** A bank that sends PIX and follows the scripted outcomes of a command. */
export interface PayerBank {
  readonly port: PixPayer
  /** The outcome of a payout, by PIX key. */
  readonly outcomes: Map<string, PayoutOutcome>
  /** Payouts with an outcome that is not reported yet. */
  toReport(): readonly string[]
  /** What it sent, less what came back, cents. */
  sent(): number
}

interface Sent {
  readonly amount: number
  readonly endsAt: Date
  readonly outcome: PayoutOutcome
}

export function openPayer(clock: { now(): Date }, losses: Losses): PayerBank {
  const payouts = new Map<string, Sent>()
  const outcomes = new Map<string, PayoutOutcome>()
  const reported = new Map<string, string>()

  const isOver = ({ endsAt }: Sent) => endsAt <= clock.now()
  const returnsOf = (payoutId: string, { amount, endsAt, outcome }: Sent): PayoutReturn[] => {
    const half = Math.floor(amount / 2)
    const parts =
      outcome === 'backWhole' ? [amount] : outcome === 'backInParts' ? [amount - half, half] : []
    return parts
      .map((part, index) => ({
        returnId: `D${payoutId}${index}`,
        amount: cents(part),
        returnedAt: new Date(endsAt.getTime() + (index + 2) * dayMs),
      }))
      .filter((each) => each.amount > 0 && each.returnedAt <= clock.now())
  }
  const find: PixPayer['find'] = async (payoutId) => {
    if (losses.isLost('payout.find')) return lostResponse
    const payout = payouts.get(payoutId)
    if (!payout) return { kind: 'not-found' }
    const endToEndId = `E${payoutId}`
    const amount = cents(payout.amount)
    if (!isOver(payout)) return { kind: 'processing', endToEndId, amount }
    if (payout.outcome === 'failedLater')
      return { kind: 'failed', code: 'AC03', reason: 'Conta encerrada.' }
    return {
      kind: 'completed',
      endToEndId,
      amount,
      completedAt: payout.endsAt,
      returns: returnsOf(payoutId, payout),
    }
  }

  return {
    outcomes,
    port: {
      name: 'Banco de fora',
      capabilities: { isIdempotent: true },
      async send(payout) {
        assert.ok('key' in payout, 'no command sends to an account')
        const { payoutId, amount, key } = payout
        const outcome = outcomes.get(key.value) ?? 'done'
        if (outcome === 'refused')
          return { kind: 'refused', code: '422', reason: 'Pagamento negado.' }
        if (outcome === 'notSent' && outcomes.delete(key.value))
          return { kind: 'not-sent', cause: new Error('no way there') }
        if (outcome === 'lostUndone' && outcomes.delete(key.value)) return lostResponse
        if (!payouts.has(payoutId))
          payouts.set(payoutId, {
            amount,
            outcome,
            endsAt: new Date(clock.now().getTime() + laterMs),
          })
        const isLost = outcome === 'lostDone' || losses.isLost('payout.send')
        return isLost ? lostResponse : { kind: 'accepted', endToEndId: `E${payoutId}` }
      },
      find,
      list: async () => ({ kind: 'listed', payouts: [] }),
      registerCallback: async () => {},
      findCallback: async () => ({ kind: 'not-found' }),
      readNotice: (body) => [String(body)],
    },
    toReport() {
      return [...payouts].flatMap(([payoutId, payout]) => {
        const news = `${isOver(payout)} ${returnsOf(payoutId, payout).length}`
        if (!isOver(payout) || reported.get(payoutId) === news) return []
        reported.set(payoutId, news)
        return [payoutId]
      })
    },
    sent() {
      const arrived = [...payouts].filter(
        ([, payout]) => isOver(payout) && payout.outcome !== 'failedLater',
      )
      return arrived.reduce(
        (sum, [payoutId, payout]) =>
          sum +
          payout.amount -
          returnsOf(payoutId, payout).reduce((back, { amount }) => back + amount, 0),
        0,
      )
    },
  }
}

const dayMs = 86_400_000
