import type { ScopedAccess } from '../going-live/scopes.ts'
import { openTokens, scopes } from './api.ts'
import type { InterSettings } from './settings.ts'

export const interScopes = (settings: InterSettings): ScopedAccess => ({
  needed: scopes,
  requested: scopes,
  open: (wanted) => openTokens(settings, wanted),
})
