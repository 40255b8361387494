import type { ScopedAccess } from '../going-live/scopes.ts'
import { openTokens, scopes } from './api.ts'
import type { BancoDoBrasilSettings } from './settings.ts'

export const bancoDoBrasilScopes = (settings: BancoDoBrasilSettings): ScopedAccess => ({
  needed: scopes,
  requested: scopes,
  open: (wanted) => openTokens(settings, wanted),
})
