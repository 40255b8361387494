import type { ScopedAccess } from '../going-live/scopes.ts'
import { paysCodes } from './codes.ts'
import { openTokens } from './session.ts'
import type { EfiSettings } from './settings.ts'

/** A token is requested without permissions and has all of the application. */
export const efiScopes = (settings: EfiSettings): ScopedAccess => ({
  needed: [
    settings.sameOwner ? 'gn.pix.sameownership.send' : 'pix.send',
    'gn.pix.send.read',
    'webhook.read',
    'webhook.write',
    ...(paysCodes(settings) ? ['gn.qrcodes.read', 'gn.qrcodes.pay'] : []),
    ...(settings.statement ? ['gn.reports.read', 'gn.reports.write'] : []),
  ],
  requested: [],
  open: () => openTokens(settings),
})
