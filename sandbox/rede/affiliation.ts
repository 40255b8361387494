import type { DatabaseSync } from 'node:sqlite'
import { randomBase62 } from '../../src/primitives/id.ts'

/** The merchant at Rede. There is one, created at the first start. */
export interface Affiliation {
  readonly number: string
  readonly token: string
}

export function openAffiliation(db: DatabaseSync): Affiliation {
  db.exec(`
    create table if not exists rede_affiliation (
      number text primary key,
      token text not null
    ) strict
  `)
  const known = db.prepare('select * from rede_affiliation').get()
  const affiliation = {
    number: String(known?.number ?? '10004321'),
    token: String(known?.token ?? randomBase62(32)),
  }
  if (!known) db.prepare('insert into rede_affiliation values (:number, :token)').run(affiliation)
  return affiliation
}
