import { columnar } from '../../db/columnar.ts'
import type { RowWriter } from '../../journal/change.ts'
import { writtenRows } from '../../journal/written-rows.ts'

/** Marks a one-time card token as spent. Loses when it was spent before. */
export const spentCardTokensWriter: RowWriter<{
  readonly accountId: string
  readonly digest: Buffer
}> = {
  name: 'spent-card-tokens',
  ...writtenRows(
    (sql, rows) => {
      const { columns, arrays } = columnar(rows, { account_id: 'uuid', digest: 'bytea' })
      return sql`written as (
      insert into spent_card_tokens (${columns})
      select * from unnest(${arrays})
      on conflict do nothing
      returning account_id || encode(digest, 'hex') as key)`
    },
    ({ accountId, digest }) => accountId + digest.toString('hex'),
  ),
}
