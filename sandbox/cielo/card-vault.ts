import type { DatabaseSync } from 'node:sqlite'
import { randomId } from '../../src/primitives/id.ts'

/** A card that the store has saved. Its number is kept masked: its last digit decides sales. */
export interface SavedCard {
  readonly maskedNumber: string
  readonly holder: string
  /** MM/YYYY. */
  readonly expiration: string
  readonly brand: string
}

/** All SQL about saved cards. */
export function openCardVault(db: DatabaseSync) {
  db.exec(`
    create table if not exists cielo_cards (
      token text primary key,
      masked_number text not null,
      holder text not null,
      expiration text not null,
      brand text not null
    ) strict
  `)
  const insert = db.prepare(
    'insert into cielo_cards values (:token, :maskedNumber, :holder, :expiration, :brand)',
  )
  const find = db.prepare('select * from cielo_cards where token = ?')
  return {
    /** Returns the CardToken. */
    save({ maskedNumber, holder, expiration, brand }: SavedCard): string {
      const token = randomId()
      insert.run({ token, maskedNumber, holder, expiration, brand })
      return token
    },
    find(token: string): SavedCard | undefined {
      const row = find.get(token.toLowerCase())
      return (
        row && {
          maskedNumber: String(row.masked_number),
          holder: String(row.holder),
          expiration: String(row.expiration),
          brand: String(row.brand),
        }
      )
    },
  }
}

export type CardVault = ReturnType<typeof openCardVault>
