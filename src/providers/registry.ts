import type { TObject, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { ProviderService } from '../../contract/provider.ts'
import type { Sql } from '../db/pool.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Place, Vault } from '../primitives/vault.ts'
import { apiPixSettings, missingSettings, openApiPix } from './api-pix/api-pix.ts'
import { pixRecordedFields } from './api-pix/recorded-fields.ts'
import { pixScopes } from './api-pix/scoped-access.ts'
import { openBancoDoBrasil } from './banco-do-brasil/banco-do-brasil.ts'
import { openBancoDoBrasilCnab } from './banco-do-brasil/banco-do-brasil-cnab.ts'
import { bancoDoBrasilCnabSettings, missingCnabSettings } from './banco-do-brasil/cnab-settings.ts'
import { bancoDoBrasilRecordedFields } from './banco-do-brasil/recorded-fields.ts'
import { bancoDoBrasilScopes } from './banco-do-brasil/scoped-access.ts'
import { bancoDoBrasilSettings } from './banco-do-brasil/settings.ts'
import { openCielo } from './cielo/cielo.ts'
import { cieloRecordedFields } from './cielo/recorded-fields.ts'
import { cieloSettings } from './cielo/settings.ts'
import { openEfi } from './efi/efi.ts'
import { efiRecordedFields } from './efi/recorded-fields.ts'
import { efiScopes } from './efi/scoped-access.ts'
import { efiSettings } from './efi/settings.ts'
import type { ProviderPort } from './going-live/port-reads.ts'
import type { ScopedAccess } from './going-live/scopes.ts'
import type { CallRecorder } from './health/call-recorder.ts'
import { certificateEnd } from './health/certificate-end.ts'
import { watchCalls } from './health/watch-calls.ts'
import { openInter } from './inter/inter.ts'
import { interRecordedFields } from './inter/recorded-fields.ts'
import { interScopes } from './inter/scoped-access.ts'
import { interSettings } from './inter/settings.ts'
import { openPagarme } from './pagarme/pagarme.ts'
import { pagarmeRecordedFields } from './pagarme/recorded-fields.ts'
import { pagarmeSettings } from './pagarme/settings.ts'
import type { BoletoBank } from './ports/boleto.ts'
import type { CardAcquirer } from './ports/card.ts'
import type { PixPayer } from './ports/payout.ts'
import type { PixReceiver } from './ports/pix.ts'
import { allProviders, type ProviderRow, providersChannel } from './provider-store.ts'
import { redeRecordedFields } from './rede/recorded-fields.ts'
import { openRede } from './rede/rede.ts'
import { redeSettings } from './rede/settings.ts'
import { type Rail, servicesOf } from './settings-form/services.ts'
import { wooviRecordedFields } from './woovi/recorded-fields.ts'
import { wooviSettings } from './woovi/settings.ts'
import { openWoovi } from './woovi/woovi.ts'

/** The kinds of provider: one line each. */
export const providerKinds = {
  cielo: kind({
    name: 'Cielo',
    rail: 'card',
    schema: cieloSettings,
    recordedFields: cieloRecordedFields,
    open: openCielo,
    contractKey: ({ merchantId }) => merchantId,
  }),
  pagarme: kind({
    name: 'Pagar.me',
    rail: 'card',
    schema: pagarmeSettings,
    recordedFields: pagarmeRecordedFields,
    open: openPagarme,
    contractKey: ({ secretKey }) => secretKey,
  }),
  rede: kind({
    name: 'e.Rede',
    rail: 'card',
    schema: redeSettings,
    recordedFields: redeRecordedFields,
    open: openRede,
    contractKey: ({ affiliation }) => affiliation,
    sendsNotices: false,
  }),
  'api-pix': kind({
    name: 'API Pix',
    rail: 'pix',
    schema: apiPixSettings,
    recordedFields: pixRecordedFields,
    open: openApiPix,
    missing: missingSettings,
    scopes: pixScopes,
    contractKey: ({ chave }) => chave,
    callbackKey: pixKeyCallback,
  }),
  'banco-do-brasil': kind({
    name: 'Banco do Brasil',
    rail: 'boleto',
    schema: bancoDoBrasilSettings,
    recordedFields: bancoDoBrasilRecordedFields,
    open: openBancoDoBrasil,
    scopes: bancoDoBrasilScopes,
    contractKey: ({ convenio }) => convenio,
  }),
  'banco-do-brasil-cnab': kind({
    name: 'Banco do Brasil (CNAB)',
    rail: 'boleto',
    schema: bancoDoBrasilCnabSettings,
    recordedFields: [],
    open: openBancoDoBrasilCnab,
    missing: missingCnabSettings,
    contractKey: ({ convenio }) => convenio,
    sendsNotices: false,
  }),
  inter: kind({
    name: 'Inter',
    rail: 'boleto',
    schema: interSettings,
    recordedFields: interRecordedFields,
    open: openInter,
    scopes: interScopes,
    contractKey: ({ accountNumber }) => accountNumber,
  }),
  efi: kind({
    name: 'Efí',
    rail: 'payout',
    schema: efiSettings,
    recordedFields: efiRecordedFields,
    open: openEfi,
    scopes: efiScopes,
    contractKey: ({ chave }) => chave,
    callbackKey: pixKeyCallback,
  }),
  woovi: kind({
    name: 'Woovi',
    rail: 'payout',
    schema: wooviSettings,
    recordedFields: wooviRecordedFields,
    open: openWoovi,
    contractKey: ({ appId }) => appId,
  }),
} satisfies Record<string, ProviderKind>

/** How a kind of provider is configured and opened. */
export interface ProviderKind {
  /** The name that people know. */
  readonly name: string
  readonly rail: Rail
  /** What it does, some of it only with the settings for it. */
  readonly services: readonly ProviderService[]
  /** The schema of its settings. The settings that an operator sends are checked against it. */
  readonly schema: TSchema
  open(settings: unknown): Port
  /** Optional settings that these settings require, and that are absent. */
  missing(settings: unknown): readonly string[]
  /** The setting that identifies our contract with this provider. It may be a secret. */
  contractKey(settings: unknown): string
  /**
   * Providers with the same value have one callback address at their bank. `undefined`: it has an
   * address of its own.
   */
  callbackKey(settings: unknown): string | undefined
  /** The permissions of the credential. `undefined`: the provider grants none by name. */
  scopes(settings: unknown): ScopedAccess | undefined
  /** The fields of its traffic that a recording keeps. */
  readonly recordedFields: readonly string[]
  /** False: it never calls our callback address. */
  readonly sendsNotices: boolean
}

export type Port = ProviderPort & { close?(): Promise<void> }

/** The providers that an operator configured, open and ready, by the id of their row. */
export interface ProviderRegistry {
  readonly kinds: Readonly<Record<string, ProviderKind>>
  card(id: string): CardAcquirer
  pix(id: string): PixReceiver
  boleto(id: string): BoletoBank
  payout(id: string): PixPayer
  kindOf(id: string): string | undefined
  nameOf(id: string): string | undefined
  /**
   * Providers with the same contract, in groups of two or more: each receives the notices
   * of the others.
   */
  sharedContracts(): readonly (readonly string[])[]
  /** The providers whose notices come to the callback address of this one, and itself. */
  sharingCallback(id: string): readonly string[]
  /** Of every open provider. */
  ids(): readonly string[]
  /** When the first of our client certificates at this provider ends. */
  certificateEndsAt(id: string): Date | undefined
  /** Reads the table again: after a change made here, or after a notice of another process. */
  refresh(): Promise<void>
  close(): Promise<void>
}

interface Open {
  readonly row: ProviderRow
  readonly kind: ProviderKind
  readonly port: Port
  readonly contractKey: string
  readonly callbackKey: string | undefined
  readonly certificateEndsAt: Date | undefined
}

export async function openProviders({
  sql,
  vault,
  providerCalls,
}: {
  readonly sql: Sql
  readonly vault: Vault
  readonly providerCalls: Pick<CallRecorder, 'called'>
}): Promise<ProviderRegistry> {
  let open = new Map<string, Open>()

  // One at a time: two calls that start from the same ports would both close the ports they
  // replace.
  let refreshed = Promise.resolve()
  const refresh = (): Promise<void> => (refreshed = refreshed.then(reload, reload))

  async function reload(): Promise<void> {
    const before = open
    const rows = await allProviders(sql)
    open = new Map(
      rows.flatMap((row) => {
        const known = before.get(row.id)
        const fresh =
          known?.row.updatedAt.getTime() === row.updatedAt.getTime()
            ? known
            : openRow(row, vault, providerCalls)
        return fresh ? [[row.id, fresh] as const] : []
      }),
    )
    for (const [id, { port }] of before) {
      // Waits for the calls in progress.
      if (open.get(id)?.port !== port) void port.close?.().catch(() => {})
    }
  }

  function port<Wanted extends Port>(rail: Rail, id: string): Wanted {
    const found = open.get(id)
    // It was added or removed by another process a moment ago: looking again is right.
    if (found?.kind.rail !== rail)
      throw new Rejection('provider-unavailable', { retryAfterSeconds: 1 })
    return found.port as Wanted
  }

  const listening = await sql.listen(
    providersChannel,
    () => void refresh().catch(() => {}),
    () => void refresh().catch(() => {}),
  )
  await refresh()

  return {
    kinds: providerKinds,
    card: (id) => port('card', id),
    pix: (id) => port('pix', id),
    boleto: (id) => port('boleto', id),
    payout: (id) => port('payout', id),
    kindOf: (id) => open.get(id)?.row.kind,
    nameOf: (id) => open.get(id)?.row.name,
    sharedContracts: () =>
      [
        ...Map.groupBy(
          open.values(),
          ({ row, contractKey }) => `${row.kind} ${contractKey}`,
        ).values(),
      ]
        .filter(({ length }) => length > 1)
        .map((group) => group.map(({ row }) => row.id)),
    sharingCallback(id) {
      const key = open.get(id)?.callbackKey
      const sharing = [...open.values()].filter(({ callbackKey }) => callbackKey === key)
      return key === undefined ? [id] : sharing.map(({ row }) => row.id)
    },
    ids: () => [...open.keys()],
    certificateEndsAt: (id) => open.get(id)?.certificateEndsAt,
    refresh,
    async close() {
      await listening.unlisten()
      await Promise.all([...open.values()].map(({ port }) => port.close?.()))
    },
  }
}

/** The place under which a provider's settings are sealed. */
export const providerPlace = (id: string): Place => ({ table: 'providers', id })

/** The settings that an operator entered. They hold secrets. */
export const openSettings = (
  { id, sealed }: Pick<ProviderRow, 'id' | 'sealed'>,
  vault: Vault,
): unknown => JSON.parse(vault.open(sealed, providerPlace(id)).toString())

function openRow(
  row: ProviderRow,
  vault: Vault,
  providerCalls: Pick<CallRecorder, 'called'>,
): Open | undefined {
  const kind = (providerKinds as Record<string, ProviderKind>)[row.kind]
  // The kind exists only in a newer version: this process cannot serve it.
  if (!kind) return undefined
  const settings = openSettings(row, vault)
  return {
    row,
    kind,
    port: watchCalls(kind.open(settings), { id: row.id, kind: row.kind }, (operation, call) =>
      providerCalls.called(row.id, operation, call),
    ),
    contractKey: kind.contractKey(settings),
    callbackKey: kind.callbackKey(settings),
    certificateEndsAt: certificateEnd(settings),
  }
}

/** A PIX key has one callback address for what it receives and what it sends. */
function pixKeyCallback({ chave }: { readonly chave: string }): string {
  return `pix-key ${chave}`
}

function kind<Schema extends TObject, Settings>(definition: {
  readonly name: string
  readonly rail: Rail
  readonly schema: Schema
  readonly recordedFields: readonly string[]
  open(settings: Settings): Port
  missing?(settings: Settings): readonly string[]
  contractKey(settings: Settings): string
  callbackKey?(settings: Settings): string
  scopes?(settings: Settings): ScopedAccess
  readonly sendsNotices?: false
}): ProviderKind {
  const checked = (settings: unknown): Settings => {
    if (!Value.Check(definition.schema, settings))
      throw new Error('stored provider settings do not fit their schema')
    return settings as Settings
  }
  return {
    name: definition.name,
    rail: definition.rail,
    services: servicesOf(definition),
    schema: definition.schema,
    recordedFields: definition.recordedFields,
    open: (settings) => definition.open(checked(settings)),
    missing: (settings) => definition.missing?.(checked(settings)) ?? [],
    contractKey: (settings) => definition.contractKey(checked(settings)),
    callbackKey: (settings) => definition.callbackKey?.(checked(settings)),
    scopes: (settings) => definition.scopes?.(checked(settings)),
    sendsNotices: definition.sendsNotices ?? true,
  }
}
