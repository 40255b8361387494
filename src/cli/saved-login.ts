import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { randomId } from '../primitives/id.ts'
import { CommandFailure } from './command-failure.ts'

/** What `guiche login` left in the home. */
export interface SavedLogin {
  /** The gateway that gave it. It is sent to no other. */
  readonly url: string
  readonly token: string
}

/**
 * A file that was damaged is an error: a command must not act as the machine's user instead.
 * @throws CommandFailure `login-damaged`
 */
export function savedLogin(config: Pick<Config, 'home'>): SavedLogin | undefined {
  const file = fileIn(config)
  if (!existsSync(file)) return undefined
  try {
    const { url, token } = JSON.parse(readFileSync(file, 'utf8'))
    if (/^login_[\w.-]+$/.test(token) && URL.canParse(url)) return { url, token }
  } catch {}
  const text = `${file} não tem um login: guiche logout, e depois guiche login`
  throw new CommandFailure('login-damaged', text)
}

/** Only the user of the machine may read the file. A command that reads it finds a whole one. */
export function saveLogin(config: Pick<Config, 'home'>, login: SavedLogin): void {
  const file = fileIn(config)
  const draft = `${file}.${randomId()}`
  mkdirSync(config.home, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(draft, `${JSON.stringify(login)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

export const forgetLogin = (config: Pick<Config, 'home'>): void =>
  rmSync(fileIn(config), { force: true })

const fileIn = ({ home }: Pick<Config, 'home'>): string => join(home, 'login')
