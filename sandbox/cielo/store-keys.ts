import type { DatabaseSync } from 'node:sqlite'
import { randomBase62, randomId } from '../../src/primitives/id.ts'

/**
 * The merchant's store at Cielo that this simulator sells for. There is one, created at the first
 * start.
 */
export interface StoreKeys {
  readonly merchantId: string
  readonly merchantKey: string
  readonly noticeHeader: { readonly name: string; readonly value: string }
}

export function openStoreKeys(db: DatabaseSync): StoreKeys {
  db.exec(`
    create table if not exists cielo_store (
      merchant_id text primary key,
      merchant_key text not null,
      notice_secret text not null
    ) strict
  `)
  const known = db.prepare('select * from cielo_store').get()
  const keys = {
    merchantId: String(known?.merchant_id ?? randomId()),
    merchantKey: String(known?.merchant_key ?? randomBase62(40).toUpperCase()),
    noticeSecret: String(known?.notice_secret ?? randomBase62(40)),
  }
  if (!known)
    db.prepare('insert into cielo_store values (:merchantId, :merchantKey, :noticeSecret)').run(
      keys,
    )
  const { merchantId, merchantKey, noticeSecret } = keys
  return {
    merchantId,
    merchantKey,
    noticeHeader: { name: 'X-Cielo-Notice-Secret', value: noticeSecret },
  }
}

/** The credentials of the store for the chargeback API. */
export interface ChargebackKeys {
  readonly clientId: string
  readonly clientSecret: string
  readonly establishmentNumber: number
}

export function openChargebackKeys(db: DatabaseSync): ChargebackKeys {
  db.exec(`
    create table if not exists cielo_chargeback_client (
      client_id text primary key,
      client_secret text not null
    ) strict
  `)
  const known = db.prepare('select * from cielo_chargeback_client').get()
  const clientId = String(known?.client_id ?? randomId())
  const clientSecret = String(known?.client_secret ?? randomBase62(40))
  if (!known)
    db.prepare('insert into cielo_chargeback_client values (?, ?)').run(clientId, clientSecret)
  return { clientId, clientSecret, establishmentNumber: 2_012_457_511 }
}
