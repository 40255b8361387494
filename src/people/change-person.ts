import { fieldChanges } from '../audit-log/field-changes.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type LoginHolder, notifyLoginsChanged } from './login-store.ts'
import type { PeopleContext } from './people.ts'
import { type Language, readName } from './person.ts'
import { updatePerson } from './person-store.ts'
import { recordPerson } from './record-person.ts'

/**
 * Changes the name of a person, or the language of the mails to them.
 * @throws Rejection `name-invalid`
 */
export async function changePerson(
  app: PeopleContext,
  { person }: Pick<LoginHolder, 'person'>,
  changes: { readonly name?: string | undefined; readonly language?: Language | undefined },
): Promise<void> {
  const name = changes.name === undefined ? person.name : readName(changes.name)
  if (name === undefined) throw new Rejection('name-invalid', { field: 'name' })
  const { language = person.language } = changes
  const fields = fieldChanges({ name: person.name, language: person.language }, { name, language })
  if (Object.keys(fields.after).length === 0) return
  await app.sql.begin(async (tx) => {
    await updatePerson(tx, { id: person.id, name, language })
    await notifyLoginsChanged(tx)
    await recordPerson(app, tx, { id: person.id, name }, { action: 'person.changed', ...fields })
  })
  app.people.logins.refresh()
}
