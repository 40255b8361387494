import type { DisputeKind } from '../../contract/dispute.ts'
import {
  card,
  expect200,
  expectSandbox,
  goodCard,
  paid,
  type Stage,
  sell,
  until,
} from './trigger-shop.ts'

/** A PIX that the payer claims back at the bank. */
export const med = async (stage: Stage): Promise<string> => (await claimedPix(stage)).id

export async function wonMed(stage: Stage): Promise<string> {
  const claimed = await claimedPix(stage)
  await act(stage, claimed, 'win')
  return (await until(stage, claimed.id, 'PAID')).id
}

export async function answeredMed(stage: Stage): Promise<string> {
  const { id } = await claimedPix(stage)
  const found = await stage.client.call('GET', `/api/user/chargebacks?transactionId=${id}`)
  const [dispute] = expect200(found, 'a consulta') as { id: string }[]
  const answer = { decision: 'contest', text: 'O produto foi entregue.' }
  expect200(
    await stage.client.call('POST', `/api/user/chargebacks/${dispute?.id}/answer`, answer),
    'a resposta',
  )
  return id
}

/** A card sale that its holder disputes. */
export const chargeback = async (stage: Stage): Promise<string> => (await claimedCard(stage)).id

export async function lostChargeback(stage: Stage): Promise<string> {
  const claimed = await claimedCard(stage)
  await act(stage, claimed, 'lose')
  return (await until(stage, claimed.id, 'CHARGEDBACK')).id
}

/** A dispute of a part: the rest of the sale stays PAID. */
export async function lostPart(stage: Stage): Promise<string> {
  const claimed = await claimedCard(stage, { amount: 990 })
  await act(stage, claimed, 'lose')
  return (await until(stage, claimed.id, 'PAID')).id
}

/** Two disputes of one sale. */
export async function secondChargeback(stage: Stage): Promise<string> {
  const claimed = await claimedCard(stage, { amount: 990 })
  await act(stage, claimed, 'open', { amount: 1_000 })
  return claimed.id
}

/** A sale, and its reference in the sandbox. */
interface Claimed {
  readonly id: string
  readonly kind: DisputeKind
  readonly reference: string | null | undefined
}

async function claimedPix(stage: Stage): Promise<Claimed> {
  const id = await paid(stage)
  const { endToEndId } = await until(stage, id, 'PAID')
  return claim(stage, { id, kind: 'med', reference: endToEndId })
}

async function claimedCard(stage: Stage, facts: object = {}): Promise<Claimed> {
  const { id, acquirer } = await sell(stage, card(goodCard))
  return claim(stage, { id, kind: 'chargeback', reference: acquirer?.tid }, facts)
}

async function claim(stage: Stage, claimed: Claimed, facts: object = {}): Promise<Claimed> {
  await act(stage, claimed, 'open', facts)
  await until(stage, claimed.id, 'IN_PROTEST')
  return claimed
}

async function act(
  { client }: Stage,
  { kind, reference }: Claimed,
  action: string,
  facts: object = {},
): Promise<void> {
  const answer = await client.sandbox('/disputes', { kind, reference, action, ...facts })
  expectSandbox(answer, 'a disputa')
}
