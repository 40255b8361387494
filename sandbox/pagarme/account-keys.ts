import type { DatabaseSync } from 'node:sqlite'
import { randomBase62 } from '../../src/primitives/id.ts'

/** The merchant's account at Pagar.me. There is one, created at the first start. */
export interface AccountKeys {
  readonly secretKey: string
  /** Basic credentials that Pagar.me sends with every notice. */
  readonly notice: { readonly user: string; readonly password: string }
}

export function openAccountKeys(db: DatabaseSync): AccountKeys {
  db.exec(`
    create table if not exists pagarme_account (
      secret_key text primary key,
      notice_password text not null
    ) strict
  `)
  const known = db.prepare('select * from pagarme_account').get()
  const secretKey = String(known?.secret_key ?? `sk_test_${randomBase62(16)}`)
  const noticePassword = String(known?.notice_password ?? randomBase62(32))
  if (!known) db.prepare('insert into pagarme_account values (?, ?)').run(secretKey, noticePassword)
  return { secretKey, notice: { user: 'pagarme', password: noticePassword } }
}
