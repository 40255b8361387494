import type { DatabaseSync } from 'node:sqlite'

/**
 * The chargeback of a charge: the money was taken, or was returned later. Instants in ms of
 * business time.
 */
export interface Chargeback {
  readonly state: 'lost' | 'recovered'
  readonly changedAt: number
}

/** All SQL about chargebacks: at most one for each charge. */
export function openChargebackStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists pagarme_chargebacks (
      sale_id text primary key,
      state text not null,
      changed_at integer not null
    ) strict
  `)
  const put = db.prepare('insert or replace into pagarme_chargebacks values (?, ?, ?)')
  const find = db.prepare('select * from pagarme_chargebacks where sale_id = ?')
  return {
    put: (saleId: string, { state, changedAt }: Chargeback): void => {
      put.run(saleId, state, changedAt)
    },
    find(saleId: string): Chargeback | undefined {
      const row = find.get(saleId)
      return (
        row && {
          state: row.state === 'lost' ? 'lost' : 'recovered',
          changedAt: Number(row.changed_at),
        }
      )
    },
  }
}

export type ChargebackStore = ReturnType<typeof openChargebackStore>
