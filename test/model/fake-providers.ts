import { cents } from '../../src/primitives/money.ts'
import type { BoletoBank, BoletoOrder, RegisteredBoleto } from '../../src/providers/ports/boleto.ts'
import type { PixCharge, PixCharges, PixReceiver } from '../../src/providers/ports/pix.ts'
import type { ProviderRegistry } from '../../src/providers/registry.ts'
import { bankDay, lateAmount, startOf } from './bank-days.ts'
import { type Acquirer, openAcquirer } from './fake-acquirer.ts'
import { type Losses, lostResponse, openLosses } from './fake-losses.ts'
import { openPayer, type PayerBank } from './fake-payer.ts'

/** The outcome of a refund at the provider. `Lost`: its response never arrives. */
export const refundOutcomes = [
  'done',
  'denied',
  'doneLater',
  'deniedLater',
  'lostDone',
  'lostUndone',
] as const
export type RefundOutcome = (typeof refundOutcomes)[number]

/** How long a PIX with a due date can be paid after it. */
export const validDaysAfterDue = 5

/** What banks and acquirers need an hour for. */
export const laterMs = 3_600_000

/**
 * The banks and the acquirer of one sequence, without a wire between: they follow the scripted
 * outcomes of a command and count their own money.
 */
export interface FakeProviders {
  readonly providers: Pick<ProviderRegistry, 'card' | 'pix' | 'boleto' | 'payout'>
  readonly acquirer: Acquirer
  readonly payer: PayerBank
  readonly losses: Losses
  /** The payer pays an open charge. False: it cannot be paid any more. */
  pay(reference: string): boolean
  /**
   * How refunds of a payment go from now on, by its EndToEndId, or the acquirer's reference of the
   * sale.
   */
  readonly refundOutcomes: Map<string, RefundOutcome>
  /** What PIX and boletos of one charge brought, less what went back, cents. */
  keptOf(reference: string): number
}

interface Charge {
  amount: number
  readonly payableUntil: Date
  /** Of a PIX with a due date. */
  readonly dueDay?: number
  state: 'open' | 'paid' | 'removed'
  paidAt?: Date
  readonly refunds: Map<
    string,
    {
      readonly amount: number
      state: 'under-way' | 'done' | 'failed'
      readonly endsAt: Date
      readonly outcome: RefundOutcome
    }
  >
}

export function openFakeProviders(clock: { now(): Date }): FakeProviders {
  const charges = new Map<string, Charge>()
  const refundOutcomes = new Map<string, RefundOutcome>()
  const received = new Set<string>()
  const losses = openLosses()
  const acquirer = openAcquirer(clock, refundOutcomes, losses)
  const payer = openPayer(clock, losses)

  const open = (reference: string, charge: Pick<Charge, 'amount' | 'payableUntil' | 'dueDay'>) =>
    charges.set(reference, { ...charge, state: 'open', refunds: new Map() })

  const immediate: PixCharges<PixCharge> = {
    async createCharge({ txid, amount, expiresInSeconds }) {
      const createdAt = clock.now()
      const expiresAt = new Date(createdAt.getTime() + expiresInSeconds * 1_000)
      open(txid, { amount, payableUntil: expiresAt })
      return { kind: 'created', emv: `emv ${txid}`, location: txid, createdAt, expiresAt }
    },
    async findCharge(txid) {
      const charge = charges.get(txid)
      if (!charge) return { kind: 'not-found' }
      const { state, amount, paidAt } = charge
      if (!paidAt)
        return { kind: 'found', state: state === 'removed' ? 'removed' : 'active', payments: [] }
      return {
        kind: 'found',
        state: 'completed',
        payments: [{ endToEndId: endToEndIdOf(txid), amount: cents(amount), paidAt }],
      }
    },
    async removeCharge(txid) {
      const charge = charges.get(txid)
      if (charge?.state === 'paid') return { kind: 'completed' }
      if (charge) charge.state = 'removed'
      return { kind: 'removed' }
    },
    listCharges: async () => ({ kind: 'listed', charges: [] }),
  }

  const pix: PixReceiver = {
    ...immediate,
    name: 'Banco de fora',
    key: 'chave-de-fora',
    takesDueCharges: true,
    dueCharges: {
      ...immediate,
      async createCharge({ txid, terms: { original, dueDate } }) {
        const dueDay = Date.parse(dueDate) / 86_400_000
        const expiresAt = startOf(bankDay(bankDay(dueDay) + validDaysAfterDue) + 1)
        open(txid, { amount: original, payableUntil: expiresAt, dueDay })
        const createdAt = clock.now()
        return { kind: 'created', emv: `emv ${txid}`, location: txid, createdAt, expiresAt }
      },
    },
    async refund({ refundId, endToEndId, amount }) {
      const charge = charges.get(txidOf(endToEndId))
      if (!charge?.paidAt) return { kind: 'rejected', code: '404', message: 'Pix desconhecido.' }
      const known = charge.refunds.get(refundId)
      // What was lost on its way the first time arrives the second.
      const isRepeat = received.has(refundId)
      received.add(refundId)
      const outcome = isRepeat ? 'done' : (refundOutcomes.get(endToEndId) ?? 'done')
      if (outcome === 'lostUndone') return lostResponse
      if (outcome === 'denied')
        return { kind: 'rejected', code: '400', message: 'Devolução negada.' }
      const given = [...charge.refunds.values()].filter(({ state }) => state !== 'failed')
      const left = charge.amount - given.reduce((sum, each) => sum + each.amount, 0)
      if (!known && amount > left)
        return { kind: 'rejected', code: '400', message: 'Acima do valor do Pix.' }
      if (!known)
        charge.refunds.set(refundId, {
          amount,
          state: 'under-way',
          endsAt: endOf(outcome, clock.now()),
          outcome,
        })
      const isLost = outcome === 'lostDone' || losses.isLost('pix.refund')
      return isLost ? lostResponse : refundNow(charge, refundId, clock.now())
    },
    async findRefund(endToEndId, refundId) {
      if (losses.isLost('pix.findRefund')) return lostResponse
      const charge = charges.get(txidOf(endToEndId))
      return charge?.refunds.has(refundId)
        ? refundNow(charge, refundId, clock.now())
        : { kind: 'not-found' }
    },
    listPayments: async () => ({ kind: 'listed', payments: [] }),
    registerCallback: async () => {},
    findCallback: async () => ({ kind: 'not-found' }),
    readNotice: () => [],
  }

  const boleto: BoletoBank = {
    name: 'Banco de fora',
    needsPayerAddress: false,
    unknownReference: '0',
    async register(order) {
      const slip = slipOf(order)
      open(slip.ourNumber, { amount: order.amount, payableUntil: lastDayOf(order) })
      return { kind: 'registered', boleto: slip }
    },
    async find(ourNumber) {
      const charge = charges.get(ourNumber)
      if (!charge) return { kind: 'not-found' }
      if (charge.paidAt)
        return {
          kind: 'paid',
          amount: cents(charge.amount),
          paidAt: charge.paidAt,
          channel: 'boleto',
        }
      return { kind: charge.state === 'removed' ? 'cancelled' : 'open' }
    },
    async cancel(ourNumber) {
      const charge = charges.get(ourNumber)
      if (charge?.state === 'paid') return { kind: 'paid' }
      if (charge) charge.state = 'removed'
      return { kind: 'cancelled' }
    },
    readNotice: () => undefined,
  }

  return {
    providers: {
      card: () => acquirer.port,
      pix: () => pix,
      boleto: () => boleto,
      payout: () => payer.port,
    },
    acquirer,
    payer,
    losses,
    refundOutcomes,
    pay(reference) {
      const charge = charges.get(reference)
      if (charge?.state !== 'open' || charge.payableUntil <= clock.now()) return false
      charge.state = 'paid'
      charge.paidAt = clock.now()
      if (charge.dueDay !== undefined)
        charge.amount = lateAmount(charge.amount, charge.dueDay, charge.paidAt)
      return true
    },
    keptOf(reference) {
      const charge = charges.get(reference)
      if (!charge?.paidAt) return 0
      const back = [...charge.refunds.values()].filter(({ state }) => state === 'done')
      return charge.amount - back.reduce((sum, { amount }) => sum + amount, 0)
    },
  }
}

export const endToEndIdOf = (txid: string): string => `E${txid}`
const txidOf = (endToEndId: string): string => endToEndId.slice(1)

export const endOf = (outcome: RefundOutcome, now: Date): Date =>
  outcome === 'doneLater' || outcome === 'deniedLater' ? new Date(now.getTime() + laterMs) : now

function refundNow(charge: Charge, refundId: string, now: Date) {
  const refund = charge.refunds.get(refundId)
  const returnId = `D${refundId}`
  if (!refund) throw new Error(`${refundId} is not a known refund`)
  if (refund.state === 'under-way' && refund.endsAt <= now)
    refund.state = refund.outcome === 'deniedLater' ? 'failed' : 'done'
  const amount = cents(refund.amount)
  if (refund.state === 'under-way') return { kind: 'processing', returnId, amount } as const
  if (refund.state === 'failed')
    return { kind: 'failed', reason: 'Sem saldo no banco.', amount } as const
  return { kind: 'returned', returnId, returnedAt: refund.endsAt, amount } as const
}

/** Payable until its last day ends in São Paulo, which is a business day as the bank counts. */
const lastDayOf = ({ dueDate }: BoletoOrder): Date =>
  new Date(Date.parse(`${dueDate}T03:00:00Z`) + 86_400_000)

const slipOf = ({ sequence }: BoletoOrder): RegisteredBoleto => ({
  ourNumber: `outside-${sequence}`,
  barcode: '0'.repeat(44),
  digitableLine: '0'.repeat(47),
  agencyAndAccount: '0001-9 / 1-9',
  wallet: '17',
  beneficiary: { name: 'Loja', document: '12ABC34501DE35', address: 'Rua Um, 1' },
})
