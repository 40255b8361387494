import { type StatementRecord, statementText } from '../../../sandbox/efi/statement-text.ts'
import { readStatement } from '../../../src/providers/efi/read-statement.ts'
import type { SettlementRow } from '../../../src/providers/ports/settlement-file.ts'
import { type FileStore, onDay } from '../settlement-books.ts'
import { bytesOf, rewriteStore } from './rewrite-store.ts'

/** Writes each file as Efí's statement, and reads it back. */
export async function throughEfiStatement(store: FileStore): Promise<void> {
  await rewriteStore(store, async ({ date }, rows) => {
    const sent = new Map(
      rows.flatMap((row) => (row.kind === 'payout' ? [[row.payoutId, row.endToEndId]] : [])),
    )
    const ours = new Map([...sent].map(([payoutId, endToEndId]) => [endToEndId, payoutId]))
    const records = rows.flatMap((row, index) => recordOf(row, index, sent))
    const text = statementText(
      { number: '517613', holder: 'Loja de Teste Ltda' },
      { requestedOn: date, movement: date },
      records,
    )
    return Array.fromAsync(
      readStatement(bytesOf([...text].join(''), 'utf8'), {
        day: date,
        payoutOf: async (endToEndId) => ours.get(endToEndId),
      }),
    )
  })
}

function recordOf(
  row: SettlementRow,
  index: number,
  sent: ReadonlyMap<string, string>,
): readonly StatementRecord[] {
  if (row.kind !== 'payout' && row.kind !== 'payout-return') return []
  const { payoutId, endToEndId, amount, date } = row
  const common = { protocol: String(310_000_000 + index), amount, at: onDay(date) }
  if (row.kind === 'payout')
    return [{ type: 'PEC', ...common, endToEndId, idEnvio: payoutId, key: 'fulano@exemplo.com.br' }]
  const back = { endToEndId: sent.get(payoutId) ?? '', rtrId: endToEndId }
  return [{ type: 'PDR', ...common, ...back }]
}
