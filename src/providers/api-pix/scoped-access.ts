import type { ScopedAccess } from '../going-live/scopes.ts'
import { openTokens } from './session.ts'
import { type ApiPixSettings, neededScopes, scopesOf } from './settings.ts'

export const pixScopes = (settings: ApiPixSettings): ScopedAccess => ({
  needed: neededScopes(settings),
  requested: scopesOf(settings),
  open: (scopes) => openTokens(settings, scopes),
})
