import {
  addProvider,
  changeProvider,
  checkSettings,
  providerById,
} from '../accounts/add-provider.ts'
import { secondPersonChange } from './second-person-change.ts'

interface NewProvider {
  readonly kind: string
  readonly name: string
  readonly settings: unknown
}

interface ProviderChange {
  readonly id: string
  readonly changes: { readonly name?: string; readonly settings?: unknown }
}

/** A new provider. Its settings are secret: the second person sees kind and name. */
export const addProviderApproved = secondPersonChange<NewProvider>({
  kind: 'leased', // The id of the approval is the id of the provider.
  permission: 'providers:write',
  async describe(app, { kind, name, settings }) {
    checkSettings(app, kind, settings)
    return {
      subject: { type: 'provider', id: kind, name },
      before: {},
      after: { kind, name },
    }
  },
  async apply(app, provider, { id }) {
    const { callbackUrl } = await addProvider(app, { ...provider, id })
    return callbackUrl
  },
})

/** Another name or other credentials of a provider. */
export const changeProviderApproved = secondPersonChange<ProviderChange>({
  kind: 'leased', // A second run stores the same settings.
  permission: 'providers:write',
  async describe(app, { id, changes }) {
    const { name, kind } = await providerById(app, id)
    if (changes.settings !== undefined) checkSettings(app, kind, changes.settings)
    return {
      subject: { type: 'provider', id, name },
      before: { name, kind },
      after: {
        name: changes.name ?? name,
        kind,
        settings: changes.settings === undefined ? 'unchanged' : 'replaced',
      },
    }
  },
  async apply(app, { id, changes }) {
    await changeProvider(app, id, changes)
    return undefined
  },
})
