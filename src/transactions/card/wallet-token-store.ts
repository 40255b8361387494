import type { Sql } from '../../db/pool.ts'
import type { RowWriter } from '../../journal/change.ts'
import { indexesMissing } from '../../journal/event-store.ts'

/** A wallet token and the sale that spent it. */
export interface SpentWalletToken {
  readonly digest: Buffer
  readonly accountId: string
  readonly transactionId: string
  /** HMAC of the order. */
  readonly fingerprint: Buffer
}

/** A wallet token being spent, once in the whole installation. Loses when it was spent before. */
export const spentWalletTokensWriter: RowWriter<SpentWalletToken> = {
  name: 'spent-wallet-tokens',
  async write(tx, rows) {
    const written = await tx<{ digest: Buffer }[]>`
      insert into spent_wallet_tokens (digest, account_id, transaction_id, fingerprint)
      select * from unnest(${rows.map((row) => row.digest)}::bytea[], ${rows.map((row) => row.accountId)}::uuid[],
        ${rows.map((row) => row.transactionId)}::uuid[], ${rows.map((row) => row.fingerprint)}::bytea[])
      on conflict do nothing
      returning digest`
    return indexesMissing(rows, new Set(written.map(({ digest }) => digest.toString('hex'))), (row) =>
      row.digest.toString('hex'),
    )
  },
}

/** The sale a token was spent on, whoever's it is. Only its owner is ever told which. */
export async function spentWalletToken(sql: Sql, digest: Buffer): Promise<SpentWalletToken | undefined> {
  const [row] = await sql<SpentWalletToken[]>`
    select digest, account_id as "accountId", transaction_id as "transactionId", fingerprint
    from spent_wallet_tokens where digest = ${digest}`
  return row
}
