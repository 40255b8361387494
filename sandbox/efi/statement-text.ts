import { reaisFromCents } from '../../src/brazil/reais.ts'
import { cents } from '../../src/primitives/money.ts'

// Efí's "Extrato de Conciliação API Pix", version 4.0 of its layout.

interface Common {
  readonly protocol: string
  readonly endToEndId: string
  /** Cents. */
  readonly amount: number
  readonly at: Date
}

/**
 * One line between header and trailer. `PEC`: a Pix sent to a key. `PEB`: one sent to an account.
 * `EPE`: the amount of one that failed. `PDR`: a return by the receiver.
 */
export type StatementRecord =
  | (Common & {
      readonly type: 'PEC'
      readonly idEnvio: string
      readonly key: string
      readonly info?: string
    })
  | (Common & {
      readonly type: 'PEB'
      readonly idEnvio: string
      /** Name, document, ISPB, branch, account and type. */
      readonly receiver: readonly string[]
      readonly info?: string
    })
  | (Common & { readonly type: 'EPE' })
  | (Common & { readonly type: 'PDR'; readonly rtrId: string })

/** The names of `tipoRegistros`, each with the record type that it selects. */
export const recordTypes: ReadonlyMap<string, StatementRecord['type'] | undefined> = new Map([
  ['pixEnviadoChave', 'PEC'],
  ['pixEnviadoDadosBancarios', 'PEB'],
  ['estornoPixEnviado', 'EPE'],
  ['pixDevolucaoRecebida', 'PDR'],
  // This account has none of these.
  ['pixRecebido', undefined],
  ['pixDevolucaoEnviada', undefined],
  ['tarifaPixEnviado', undefined],
  ['tarifaPixRecebido', undefined],
  ['estornoTarifaPixEnviado', undefined],
  ['estornoTarifaPixRecebido', undefined],
  ['saldoDiaAnterior', undefined],
  ['saldoDia', undefined],
  ['transferenciaEnviada', undefined],
  ['transferenciaRecebida', undefined],
  ['estornoTransferenciaEnviada', undefined],
  ['tarifaTransferenciaEnviada', undefined],
  ['estornoTarifaTransferenciaEnviada', undefined],
])

/** The whole statement, line by line. Days are `YYYY-MM-DD`. */
export function* statementText(
  account: { readonly number: string; readonly holder: string },
  days: { readonly requestedOn: string; readonly movement: string },
  records: Iterable<StatementRecord>,
): Generator<string, void, undefined> {
  const totals = { PEC: 0, PEB: 0, EPE: 0, PDR: 0 }
  yield line(
    ...['CA', 'Efi', '364', '1', account.number, account.holder],
    ...[days.requestedOn, days.movement, 'Extrato de Conciliação API Pix', '1.0'],
  )
  for (const each of records) {
    totals[each.type] += 1
    yield recordText(each)
  }
  const sent = totals.PEC + totals.PEB
  const all = sent + totals.EPE + totals.PDR
  // Received, sent, returns, reversals; then fees, transfers and their reversals: there are none.
  yield line('T', all, 0, sent, totals.PDR, totals.EPE, 0, 0, 0, 0, 0, 0, 0)
}

function recordText(record: StatementRecord): string {
  const { type, protocol, endToEndId, at } = record
  const [amount, instant] = [reaisFromCents(cents(record.amount)), at.toISOString()]
  switch (record.type) {
    case 'PEC':
    case 'PEB': {
      const info = Buffer.from(record.info ?? '').toString('base64')
      const receiver = record.type === 'PEC' ? [record.key] : record.receiver
      const sent = [protocol, endToEndId, record.idEnvio, amount, ...receiver]
      return line(type, ...sent, info, 'API', instant)
    }
    case 'EPE':
      return line(type, protocol, endToEndId, amount, instant)
    case 'PDR':
      return line(type, protocol, endToEndId, record.rtrId, amount, instant)
  }
}

const line = (...fields: readonly (string | number)[]): string => `${fields.join(';')}\n`
