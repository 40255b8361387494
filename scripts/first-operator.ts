import { existsSync, readFileSync } from 'node:fs'
import type { App } from '../src/app.ts'
import { acceptInvitation, invitePerson } from '../src/people/invite.ts'
import { personByEmail } from '../src/people/person-store.ts'
import { randomBase62 } from '../src/primitives/id.ts'
import { writeWhole } from './dev-file.ts'

/** With what a person signs in at the dashboard of a developer's machine. */
export interface DashboardLogin {
  readonly email: string
  readonly password: string
}

export const operatorEmail = 'operador@exemplo.com.br'

/**
 * The login of the start before, or a new one: a person who administers the gateway and owns the
 * demo shop. Null: the person is there, and the file with the password is not.
 */
export async function firstOperator(
  app: App,
  { file, accountId }: { readonly file: string; readonly accountId: string },
): Promise<DashboardLogin | null> {
  if (await personByEmail(app.sql, operatorEmail))
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DashboardLogin) : null
  const login = { email: operatorEmail, password: randomBase62(16) }
  writeWhole(file, login) // First: a person whose password is lost could not sign in.
  for (const place of [
    { accountId: null, role: 'admin' },
    { accountId, role: 'owner' },
  ]) {
    const { token } = await invitePerson(app, { ...place, email: operatorEmail, language: 'pt' })
    await acceptInvitation(app, token, { name: 'Operador', password: login.password })
  }
  return login
}
