import { cents } from '../../src/primitives/money.ts'
import type { CancelRecord, CardAcquirer, CardFinding } from '../../src/providers/ports/card.ts'
import { type Losses, lostResponse } from './fake-losses.ts'
import { endOf, type RefundOutcome } from './fake-providers.ts'

/** A card acquirer that follows the scripted outcomes of a command. */
export interface Acquirer {
  readonly port: CardAcquirer
  /** References of cancels it denied after taking them, whose notice was not sent yet. */
  deniedCancels(): readonly string[]
  /** A person refunds a part in the acquirer's own portal. */
  giveBack(reference: string, amount: number): void
  /** What a sale brought, less what was given back, cents. */
  keptOf(reference: string): number
}

interface Sold {
  readonly attemptRef: string
  readonly amount: number
  captured: boolean
  voided: number
  lastCancel?: CancelRecord['state']
  pending?: { readonly amount: number; readonly endsAt: Date; readonly isDenied: boolean }
}

export function openAcquirer(
  clock: { now(): Date },
  outcomes: ReadonlyMap<string, RefundOutcome>,
  losses: Losses,
): Acquirer {
  const sales = new Map<string, Sold>()
  const denied: string[] = []
  const unfit = async (): Promise<never> => {
    throw new Error('no command calls this operation of an acquirer')
  }

  const settle = (reference: string): Sold | undefined => {
    const sale = sales.get(reference)
    if (!sale?.pending || sale.pending.endsAt > clock.now()) return sale
    if (sale.pending.isDenied) denied.push(reference)
    else sale.voided += sale.pending.amount
    sale.lastCancel = sale.pending.isDenied ? 'denied' : 'done'
    delete sale.pending
    return sale
  }
  const find = (reference: string): CardFinding => {
    const sale = settle(reference)
    if (!sale) return { kind: 'not-found' }
    const { attemptRef, amount, captured, voided, lastCancel: state } = sale
    const facts = { reference, amount: cents(amount), ...(state && { cancels: [{ state }] }) }
    if (voided === amount)
      return { kind: 'found', attemptRef, outcome: { kind: 'voided', ...facts } }
    return {
      kind: 'found',
      attemptRef,
      outcome: { kind: 'approved', captured, voidedAmount: cents(voided), ...facts },
    }
  }

  const port: CardAcquirer = {
    name: 'Adquirente de fora',
    capabilities: {
      acceptsEncryptedToken: false,
      acceptsDecryptedToken: false,
      idempotentByReference: false,
      settleWindowMs: 60_000,
      notFoundGapMs: 10_000,
    },
    async sale({ attemptRef, amount, capture }) {
      const reference = `sale-${attemptRef}`
      sales.set(reference, { attemptRef, amount, captured: capture, voided: 0 })
      return { kind: 'approved', captured: capture, reference, amount }
    },
    async capture(reference, amount) {
      const sale = sales.get(reference)
      if (!sale || sale.voided > 0) throw new Error(`${reference} cannot be captured`)
      sale.captured = true
      return { kind: 'approved', captured: true, reference, amount }
    },
    async cancel(reference, amount) {
      const sale = settle(reference)
      if (!sale || amount > sale.amount - sale.voided || sale.pending)
        return { kind: 'denied', code: '308', message: 'Estado não permite cancelamento.' }
      const outcome = sale.captured ? (outcomes.get(reference) ?? 'done') : 'done'
      switch (outcome) {
        case 'denied':
          sale.lastCancel = 'denied'
          return { kind: 'denied', code: '101', message: 'Saldo insuficiente na adquirente.' }
        case 'lostUndone':
          return lostResponse
        case 'doneLater':
        case 'deniedLater':
          sale.lastCancel = 'pending'
          sale.pending = {
            amount,
            endsAt: endOf(outcome, clock.now()),
            isDenied: outcome === 'deniedLater',
          }
          return { kind: 'pending', reference }
        case 'done':
        case 'lostDone':
          sale.voided += amount
          sale.lastCancel = 'done'
          return outcome === 'done' ? { kind: 'cancelled', reference } : lostResponse
      }
    },
    voidByAttemptRef: unfit,
    findSale: unfit,
    readNotice: (_headers, body) => ({ reference: String(body), change: 'cancel-denied' }),
    findByReference: async (reference) =>
      losses.isLost('card.findByReference') ? lostResponse : find(reference),
  }
  return {
    port,
    deniedCancels() {
      for (const reference of sales.keys()) settle(reference)
      return denied.splice(0)
    },
    giveBack(reference, amount) {
      const sale = settle(reference)
      if (!sale || amount > sale.amount - sale.voided)
        throw new Error(`${reference} has not so much left`)
      sale.voided += amount
      sale.lastCancel = 'done'
    },
    keptOf(reference) {
      const sale = settle(reference)
      return sale?.captured ? sale.amount - sale.voided : 0
    },
  }
}
