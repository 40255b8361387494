import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Sql } from '../db/pool.ts'
import type { Actor } from '../primitives/actor.ts'
import { type BackgroundWork, openBackgroundWork } from '../primitives/background-work.ts'
import type { Clock } from '../primitives/clock.ts'
import type { Vault } from '../primitives/vault.ts'
import { type Auth, openAuth } from './auth.ts'
import { type LoginDirectory, openLoginDirectory } from './login-directory.ts'

/** Persons and their logins. */
export interface People {
  readonly auth: Auth
  readonly logins: LoginDirectory
  /** Work whose duration would show whether a person has an address. */
  readonly background: BackgroundWork
}

/** What the functions of this folder use. The app has all of it. */
export interface PeopleContext {
  readonly sql: Sql
  readonly vault: Vault
  readonly clock: Clock
  readonly config: Pick<Config, 'mode'>
  readonly people: People
  /** Who makes the change. */
  readonly actor: Actor
  /** Where our own addresses begin. */
  readonly links: { readonly baseUrl: string }
}

export async function openPeople(
  deps: Pick<PeopleContext, 'sql' | 'vault' | 'clock'> & { readonly log: Logger },
): Promise<People> {
  const background = openBackgroundWork(mostInBackground, (cause) => {
    const err = cause instanceof Error ? cause.name : typeof cause
    deps.log.error({ err }, 'a link for a new password was not mailed')
  })
  return { auth: openAuth(deps), logins: await openLoginDirectory(deps), background }
}

const mostInBackground = 50

/** Where a request comes from, as a login shows it. */
export interface RequestOrigin {
  readonly address: string
  readonly userAgent: string
}
