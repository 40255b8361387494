import { columnar } from '../../db/columnar.ts'
import type { Sql } from '../../db/pool.ts'
import type { RowWriter } from '../../journal/change.ts'
import { writtenRows } from '../../journal/written-rows.ts'

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
  ...writtenRows((sql, rows) => {
    const { columns, arrays } = columnar(rows, {
      digest: 'bytea',
      account_id: 'uuid',
      transaction_id: 'uuid',
      fingerprint: 'bytea',
    })
    return sql`written as (
      insert into spent_wallet_tokens (${columns})
      select * from unnest(${arrays})
      on conflict do nothing
      returning encode(digest, 'hex') as key)`
  }, digestText),
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

function digestText({ digest }: SpentWalletToken): string {
  return digest.toString('hex')
}
