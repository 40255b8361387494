import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { randomBase62 } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { ListedPixCharge } from '../../providers/ports/pix.ts'
import { customerOf, itemsOf } from '../order-facts.ts'
import { planTransaction } from '../plan-transaction.ts'
import type { Transaction } from '../transaction.ts'
import { recordNewCharge } from './new-charge.ts'

/**
 * Brings back a charge that its bank has and a restored database has lost. What only the merchant
 * knew is lost: items, metadata, its own reference and address. The price is that of the account
 * now. `undefined`: the account cannot sell it any more, or the bank does not repeat its code.
 */
export async function restorePixCharge(
  app: Pick<App, 'sql' | 'journal' | 'links' | 'providers' | 'vault'>,
  account: Account,
  {
    id,
    providerId,
    charge,
  }: {
    readonly id: string
    readonly providerId: string
    readonly charge: ListedPixCharge
  },
): Promise<Transaction | undefined> {
  const { txid, emv, amount, createdAt, expiresAt, due } = charge
  if (emv === undefined) return undefined
  const { receiver: holder } = app.providers.pix(providerId)
  const receiver = holder && ({ ...holder, source: 'account' } as const)
  try {
    const planned = planTransaction(
      { ...account, providers: { ...account.providers, pix: providerId } },
      {
        amount,
        facts: factsOf(app, account, charge),
        payment: { method: 'PIX', expiresInSeconds: undefined, ...(due && { due }) },
      },
      { id, secureId: randomBase62(24), at: createdAt },
    )
    const transaction: Transaction = {
      ...planned,
      expiresAt,
      pix: { txid, emv, ...(receiver && { receiver }), ...(due && { due: { terms: due } }) },
    }
    return await recordNewCharge(app, transaction, txid, {})
  } catch (cause) {
    if (cause instanceof Rejection) return undefined
    throw cause
  }
}

const factsOf = (
  { vault }: Pick<App, 'vault'>,
  { id: accountId }: Account,
  { payer }: ListedPixCharge,
): Transaction['order'] => ({
  customer: payer?.name
    ? customerOf(
        {
          name: payer.name,
          ...(payer.document && {
            document: {
              number: payer.document,
              type: payer.document.length === 11 ? 'CPF' : 'CNPJ',
            },
          }),
        },
        { accountId, vault },
      )
    : null,
  items: itemsOf(),
  shipping: null,
  metadata: null,
  postbackUrl: null,
  traceable: null,
  ip: null,
  externalRef: null,
})
