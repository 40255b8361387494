import { fieldChanges, isSame } from '../audit-log/field-changes.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type LoginHolder, notifyLoginsChanged } from './login-store.ts'
import type { PeopleContext } from './people.ts'
import { type Language, readName } from './person.ts'
import { updatePerson } from './person-store.ts'
import { recordPerson } from './record-person.ts'
import { requireProof } from './second-factor.ts'

/**
 * Changes the name of a person, or the language of the mails to them. Another name needs a proof,
 * because people know each other by it when they approve a change.
 * @throws Rejection `name-invalid`, `proof-required`
 */
export async function changePerson(
  app: PeopleContext,
  { person, login }: Pick<LoginHolder, 'person' | 'login'>,
  changes: { readonly name?: string | undefined; readonly language?: Language | undefined },
): Promise<void> {
  const name = changes.name === undefined ? person.name : readName(changes.name)
  if (name === undefined) throw new Rejection('name-invalid', { field: 'name' })
  const { language = person.language } = changes
  const fields = fieldChanges({ name: person.name, language: person.language }, { name, language })
  if (isSame(fields)) return
  if (name !== person.name) requireProof(app, { login })
  await app.sql.begin(async (tx) => {
    await updatePerson(tx, { id: person.id, name, language, at: app.clock.now() })
    await notifyLoginsChanged(tx)
    await recordPerson(app, tx, { id: person.id, name }, { action: 'person.changed', ...fields })
  })
  app.people.logins.refresh()
}
