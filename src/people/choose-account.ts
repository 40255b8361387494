import { Rejection } from '../primitives/rejection.ts'
import { type LoginHolder, notifyLoginsChanged } from './login-store.ts'
import type { PeopleContext } from './people.ts'
import { setLastAccount } from './person-store.ts'

/** The account that requests without Guiche-Account act for. @throws Rejection `not-found` */
export async function chooseAccount(
  app: Pick<PeopleContext, 'sql' | 'people'>,
  { person, memberships }: LoginHolder,
  accountId: string | null,
): Promise<void> {
  const isOwn = memberships.some((each) => each.accountId === accountId)
  if (accountId !== null && !isOwn) throw new Rejection('not-found')
  await app.sql.begin(async (tx) => {
    await setLastAccount(tx, person.id, accountId)
    await notifyLoginsChanged(tx)
  })
  app.people.logins.refresh()
}
