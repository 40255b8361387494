import type { DatabaseSync } from 'node:sqlite'
import { everyRow, firstInstant } from '../settlement/every-row.ts'
import type { Book } from '../settlement/files.ts'
import type { SentAccount } from './payout-store.ts'
import type { StatementRecord } from './statement-text.ts'

/**
 * The records of the paying account in its statement: payments on the day they left the account,
 * and money that came back.
 */
export function openSettlementBook(db: DatabaseSync): Book<StatementRecord> {
  db.exec(`
    create index if not exists efi_payouts_failed
    on efi_payouts (decided_at)
    where status = 'NAO_REALIZADO';
    create index if not exists efi_returns_by_time on efi_returns (at);
  `)
  const first = db.prepare('select min(requested_at) as at from efi_payouts')
  const sent = db.prepare(`
    select requested_at as at, rowid as key, id_envio, end_to_end_id, amount, key as pix_key, info,
      account, owner_name, owner_document
    from efi_payouts
    where requested_at between ? and ?
      and (requested_at, rowid) > (?, ?)
    order by requested_at, rowid
    limit 500`)
  const failed = db.prepare(`
    select decided_at as at, rowid as key, end_to_end_id, amount
    from efi_payouts
    where status = 'NAO_REALIZADO'
      and decided_at between ? and ?
      and (decided_at, rowid) > (?, ?)
    order by decided_at, rowid
    limit 500`)
  const returned = db.prepare(`
    select r.at, r.rowid as key, p.end_to_end_id, r.rtr_id, r.amount
    from efi_returns r
    join efi_payouts p using (id_envio)
    where r.at between ? and ?
      and (r.at, r.rowid) > (?, ?)
    order by r.at, r.rowid
    limit 500`)
  const common = (row: Readonly<Record<string, unknown>>, from: number) => ({
    protocol: String(from + Number(row.key)),
    endToEndId: String(row.end_to_end_id),
    amount: Number(row.amount),
    at: new Date(Number(row.at)),
  })

  return {
    spoiling: {
      isMain: ({ type }) => type === 'PEC' || type === 'PEB',
      isPartOf: () => false,
      withMore: (row, cents) => ({ ...row, amount: row.amount + cents }),
    },
    firstAt: () => firstInstant(first),
    *rows({ from, to }) {
      for (const row of everyRow(sent, from, to)) {
        const info = row.info === null ? undefined : String(row.info)
        const sent = {
          ...common(row, 310_000_000),
          ...{ idEnvio: String(row.id_envio), ...(info && { info }) },
        }
        yield row.account === null
          ? { type: 'PEC', ...sent, key: String(row.pix_key) }
          : { type: 'PEB', ...sent, receiver: receiverOf(row) }
      }
      for (const row of everyRow(failed, from, to)) {
        yield { type: 'EPE', ...common(row, 410_000_000) }
      }
      for (const row of everyRow(returned, from, to)) {
        yield { type: 'PDR', ...common(row, 510_000_000), rtrId: String(row.rtr_id) }
      }
    },
    invented({ date, from }) {
      const digits = date.toString().replaceAll('-', '')
      return [
        {
          type: 'PEC',
          protocol: '999999999',
          endToEndId: `E99999016${digits}1200desconhecid`,
          idEnvio: `desconhecido${digits}`,
          key: 'desconhecido@exemplo.com.br',
          amount: 1_23,
          at: new Date(from),
        },
      ]
    },
  }
}

function receiverOf(row: Readonly<Record<string, unknown>>): readonly string[] {
  const account: SentAccount = JSON.parse(String(row.account))
  const { codigoBanco, agencia, conta, tipoConta } = account
  const holder = [String(row.owner_name), String(row.owner_document)]
  return [...holder, codigoBanco, agencia, conta, tipoConta]
}
