import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { LoginHolder } from '../people/login-directory.ts'

/** The login that `guiche login` left in the home, if it is still open. */
export async function savedLogin(
  app: Pick<App, 'people'>,
  config: Pick<Config, 'home'>,
): Promise<LoginHolder | undefined> {
  const file = fileIn(config)
  if (!existsSync(file)) return undefined
  const token = readFileSync(file, 'utf8').trim()
  const holder = await app.people.logins.bySignedToken(token)
  return holder?.login.state === 'open' ? holder : undefined
}

/** Only the user of the machine may read it. */
export function saveLogin(config: Pick<Config, 'home'>, token: string): void {
  const file = fileIn(config)
  writeFileSync(file, `${token}\n`, { mode: 0o600 })
  chmodSync(file, 0o600) // A file that was there keeps its mode otherwise.
}

export const forgetLogin = (config: Pick<Config, 'home'>): void =>
  rmSync(fileIn(config), { force: true })

const fileIn = ({ home }: Pick<Config, 'home'>): string => join(home, 'login')
