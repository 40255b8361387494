import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  addProvider,
  changeProvider,
  checkSettings,
  providerById,
} from '../accounts/add-provider.ts'
import type { App } from '../app.ts'
import { fieldChanges } from '../audit-log/field-changes.ts'
import { Rejection } from '../primitives/rejection.ts'
import { providerPlace } from '../providers/registry.ts'
import { shownSettings } from '../providers/settings-form/shown-settings.ts'
import { secondPersonChange } from './second-person-change.ts'

interface NewProvider {
  readonly kind: string
  readonly name: string
  readonly settings: unknown
}

interface ProviderChange {
  readonly id: string
  readonly changes: ProviderChanges
  /** A digest of what is replaced, which holds secrets. Absent: an earlier release stored it. */
  readonly replaces?: string
}

interface ProviderChanges {
  readonly name?: string
  readonly settings?: unknown
}

/**
 * A new provider. The second person sees whose it is: its address, and the names and keys by which
 * the bank knows us. Secrets are not shown.
 */
export const addProviderApproved = secondPersonChange<NewProvider>({
  kind: 'leased', // The id of the approval is the id of the provider.
  permission: 'providers:write',
  async describe(app, { kind, name, settings }) {
    checkSettings(app, kind, settings)
    return {
      subject: { type: 'provider', id: kind, name },
      before: {},
      after: { kind, name, ...shownOf(app, kind, settings) },
    }
  },
  async apply(app, provider, { id }) {
    const { callbackUrl } = await addProvider(app, { ...provider, id })
    return callbackUrl
  },
})

/** A request to change a provider as it is now. Throws `not-found`. */
export const providerChange = async (
  app: Pick<App, 'sql' | 'vault'>,
  id: string,
  changes: ProviderChanges,
): Promise<ProviderChange> => ({
  id,
  changes,
  replaces: digestOf(await replacedBy(app, id, changes)),
})

/** Another name or other credentials of a provider. */
export const changeProviderApproved = secondPersonChange<ProviderChange>({
  kind: 'leased', // A second run stores the same settings.
  permission: 'providers:write',
  async describe(app, { id, changes }) {
    const { name, kind, sealed } = await providerById(app, id)
    if (changes.settings !== undefined) checkSettings(app, kind, changes.settings)
    return {
      subject: { type: 'provider', id, name },
      ...fieldChanges(
        {
          name,
          ...(changes.settings !== undefined && shownOf(app, kind, settingsIn(app, id, sealed))),
        },
        {
          name: changes.name ?? name,
          ...(changes.settings !== undefined && {
            ...shownOf(app, kind, changes.settings),
            secrets: 'replaced',
          }),
        },
      ),
    }
  },
  async apply(app, { id, changes, replaces }) {
    const current = await replacedBy(app, id, changes)
    // A second run finds what the first one stored.
    const isSame = isDeepStrictEqual(current, changes) || digestOf(current) === replaces
    // The second person decided about what the provider was then.
    if (replaces !== undefined && !isSame) throw new Rejection('approval-outdated')
    await changeProvider(app, id, changes)
    return undefined
  },
})

/** The stored values of what a change changes. */
async function replacedBy(
  app: Pick<App, 'sql' | 'vault'>,
  id: string,
  changes: ProviderChanges,
): Promise<ProviderChanges> {
  const { name, sealed } = await providerById(app, id)
  return {
    ...(changes.name !== undefined && { name }),
    ...(changes.settings !== undefined && { settings: settingsIn(app, id, sealed) }),
  }
}

const digestOf = (replaced: ProviderChanges): string =>
  createHash('sha256').update(JSON.stringify(replaced)).digest('hex')

const shownOf = ({ providers }: Pick<App, 'providers'>, kind: string, settings: unknown) => {
  const schema = providers.kinds[kind]?.schema
  return schema ? shownSettings(schema, settings) : {}
}

const settingsIn = ({ vault }: Pick<App, 'vault'>, id: string, sealed: Buffer): unknown =>
  JSON.parse(vault.open(sealed, providerPlace(id)).toString('utf8'))
