import { columnar } from '../../db/columnar.ts'
import type { RowWriter } from '../../journal/change.ts'
import { lostRows } from '../../journal/lost-rows.ts'

/** Marks a one-time card token as spent. Loses when it was spent before. */
export const spentCardTokensWriter: RowWriter<{
  readonly accountId: string
  readonly digest: Buffer
}> = {
  name: 'spent-card-tokens',
  async write(tx, rows) {
    const { columns, arrays } = columnar(rows, { account_id: 'uuid', digest: 'bytea' })
    const written = await tx<{ key: string }[]>`
      insert into spent_card_tokens (${columns})
      select * from unnest(${arrays})
      on conflict do nothing
      returning account_id || encode(digest, 'hex') as key`
    return lostRows(
      rows,
      written.map(({ key }) => key),
      ({ accountId, digest }) => accountId + digest.toString('hex'),
    )
  },
}
