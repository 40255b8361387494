import { columnar } from '../../db/columnar.ts'
import type { Sql } from '../../db/pool.ts'
import type { RowWriter } from '../../journal/change.ts'
import { lostRows } from '../../journal/lost-rows.ts'

/** A wallet token and the sale that spent it. */
export interface SpentWalletToken {
  readonly digest: Buffer
  readonly accountId: string
  readonly transactionId: string
  /** HMAC of the order. */
  readonly fingerprint: Buffer
}

/**
 * Marks a wallet token as spent, once in the whole installation. Loses when it was spent before.
 */
export const spentWalletTokensWriter: RowWriter<SpentWalletToken> = {
  name: 'spent-wallet-tokens',
  async write(tx, rows) {
    const { columns, arrays } = columnar(rows, {
      digest: 'bytea',
      account_id: 'uuid',
      transaction_id: 'uuid',
      fingerprint: 'bytea',
    })
    const written = await tx<{ digest: Buffer }[]>`
      insert into spent_wallet_tokens (${columns})
      select * from unnest(${arrays})
      on conflict do nothing
      returning digest`
    return lostRows(rows, written.map(digestText), digestText)
  },
}

/** The sale that spent a token, of any account. Responses show it only to its own account. */
export async function spentWalletToken(
  sql: Sql,
  digest: Buffer,
): Promise<SpentWalletToken | undefined> {
  const [row] = await sql<SpentWalletToken[]>`
    select digest, account_id as "accountId", transaction_id as "transactionId", fingerprint
    from spent_wallet_tokens where digest = ${digest}`
  return row
}

const digestText = ({ digest }: Pick<SpentWalletToken, 'digest'>): string => digest.toString('hex')
