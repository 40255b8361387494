import type { RowWriter } from '../../journal/change.ts'
import { indexesMissing } from '../../journal/event-store.ts'

/** A one-time card token being spent. Loses when it was spent before. */
export const spentCardTokensWriter: RowWriter<{ readonly accountId: string; readonly digest: Buffer }> = {
  name: 'spent-card-tokens',
  async write(tx, rows) {
    const written = await tx<{ key: string }[]>`
      insert into spent_card_tokens (account_id, digest)
      select account_id, decode(digest, 'hex')
      from unnest(${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.digest.toString('hex'))}::text[])
        as t (account_id, digest)
      on conflict do nothing
      returning account_id || encode(digest, 'hex') as key`
    return indexesMissing(
      rows,
      new Set(written.map(({ key }) => key)),
      (row) => row.accountId + row.digest.toString('hex'),
    )
  },
}
