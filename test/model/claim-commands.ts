import fc from 'fast-check'
import { applyClaims } from '../../src/disputes/apply-claims.ts'
import { cents } from '../../src/primitives/money.ts'
import type { Claim, ClaimState } from '../../src/providers/ports/dispute.ts'
import { type Command, command, pick, which } from './command.ts'
import { isOpen, type ReferenceDispute, type ReferenceSale } from './reference.ts'
import { askRefund, givesNothingBack } from './refund-commands.ts'
import type { Merchant } from './world.ts'

const first = fc.oneof(
  { weight: 5, arbitrary: fc.constant('needs-response' as const) },
  { weight: 1, arbitrary: fc.constantFrom('under-review', 'lost', 'won') },
)
/** Hundredths of the payment; above 100 is more than it. */
const share = fc.constantFrom(1, 40, 60, 100, 100, 100, 101)
const end = fc.constantFrom<ClaimState>('under-review', 'won', 'lost', 'lost')

export const claimCommands: readonly Command<unknown>[] = [
  command(
    'a payment is claimed, reported twice at once',
    6,
    fc.record({ which, share, first }),
    async (merchant, given) => {
      const sale = pick(claimable(merchant), given.which)
      if (sale)
        await claim(merchant, sale, { share: given.share, state: given.first as ClaimState })
    },
  ),

  command(
    'a payment is claimed twice at once',
    2,
    fc.record({ which, share }),
    async (merchant, given) => {
      const sale = pick(claimable(merchant), given.which)
      const reported = { share: given.share, state: 'needs-response' } as const
      if (sale)
        await Promise.all([claim(merchant, sale, reported), claim(merchant, sale, reported)])
    },
  ),

  command(
    'a payment is claimed while it is refunded',
    3,
    fc.record({ which, share }),
    async (merchant, given) => {
      const paid = claimable(merchant).filter(({ status }) => status === 'PAID')
      const sale = pick(paid, given.which)
      if (!sale) return
      const requested = {
        skipsDuplicateCheck: true,
        amount: Math.max(1, Math.trunc((sale.amount * given.share) / 130)),
      }
      await Promise.all([
        claim(merchant, sale, { share: given.share, state: 'needs-response' }),
        askRefund(merchant, sale, givesNothingBack(merchant, 'done'), requested),
      ])
    },
  ),

  command(
    'a claim is decided',
    7,
    fc.record({ which, end, part: fc.constantFrom(100, 100, 30) }),
    async (merchant, given) => {
      const dispute = pick([...merchant.reference.disputes.values()].filter(isOpen), given.which)
      if (!dispute) return
      dispute.reported = Math.max(1, Math.trunc((dispute.amount * given.part) / 100))
      await reportClaim(merchant, dispute, given.end)
    },
  ),

  command('a chargeback that was lost is reversed', 3, which, async (merchant, index) => {
    const lost = [...merchant.reference.disputes.values()].filter(
      ({ kind, status }) => kind === 'chargeback' && status === 'LOST',
    )
    const dispute = pick(lost, index)
    if (dispute) await reportClaim(merchant, dispute, 'won')
  }),

  command('the report of a claim is repeated', 1, which, async (merchant, index) => {
    const dispute = pick([...merchant.reference.disputes.values()], index)
    if (dispute) await reportClaim(merchant, dispute, 'needs-response')
  }),
]

/** The final decision of every open claim. */
export async function decideAll(merchant: Merchant): Promise<void> {
  for (const dispute of [...merchant.reference.disputes.values()].filter(isOpen))
    await reportClaim(merchant, dispute, dispute.amount % 2 === 0 ? 'won' : 'lost')
}

const claimable = ({ reference }: Merchant): ReferenceSale[] =>
  [...reference.sales.values()].filter(
    ({ method, paidAt }) => method !== 'BOLETO' && paidAt !== undefined,
  )

let cases = 0

/** A share of a payment is claimed; its provider reports it twice at once. */
async function claim(
  merchant: Merchant,
  sale: ReferenceSale,
  { share: hundredths, state }: { readonly share: number; readonly state: ClaimState },
): Promise<void> {
  cases += 1
  const amount =
    hundredths > 100 ? sale.amount + 1 : Math.max(1, Math.trunc((sale.amount * hundredths) / 100))
  const reported = { caseId: `case-${cases}`, saleId: sale.id, amount }
  merchant.reference.claims.push(reported)
  const claims = [claimOf(merchant, sale, reported, state)]
  const provider = providerOf(merchant, sale)
  await Promise.all([
    applyClaims(merchant.app, provider, claims),
    applyClaims(merchant.app, provider, claims),
  ])
}

async function reportClaim(
  merchant: Merchant,
  dispute: ReferenceDispute,
  state: ClaimState,
): Promise<void> {
  const sale = merchant.reference.sales.get(dispute.saleId)
  if (!sale) throw new Error(`${dispute.id} is about nothing`)
  const claims = [
    claimOf(merchant, sale, { caseId: dispute.caseId, amount: dispute.reported }, state),
  ]
  const provider = providerOf(merchant, sale)
  await Promise.all([
    applyClaims(merchant.app, provider, claims),
    applyClaims(merchant.app, provider, claims),
  ])
}

const providerOf = ({ account: { providers } }: Merchant, { method }: ReferenceSale): string =>
  (method === 'PIX' ? providers.pix : providers.card) ?? ''

const claimOf = (
  { app }: Merchant,
  { method, outside, createdAt }: ReferenceSale,
  { caseId, amount }: { readonly caseId: string; readonly amount: number },
  state: ClaimState,
): Claim => ({
  kind: method === 'PIX' ? 'med' : 'chargeback',
  caseId,
  // What the gateway itself called the payment.
  payment: { reference: method === 'PIX' ? outside : outside.replace('sale-', '') },
  amount: cents(amount),
  state,
  reason: { code: '10.4', text: 'Não reconhecida' },
  openedAt: app.clock.now(),
  answerBy: new Date(createdAt.getTime() + 400 * 86_400_000),
})
