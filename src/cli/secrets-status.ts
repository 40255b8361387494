import type { App } from '../app.ts'
import { masterKeyProofs } from '../db/identity-store.ts'
import { digestCounts, pepperRows } from '../db/pepper-store.ts'
import type { Queryable } from '../db/pool.ts'
import { sealedCounts } from '../db/sealed-value-store.ts'
import { present } from './output.ts'

/** What depends on one version of a secret. */
interface VersionStatus {
  readonly version: number
  readonly isRetired: boolean
  /** The number of values, by table. */
  readonly counts: Readonly<Record<string, number>>
  readonly total: number
}

interface MasterKeyStatus extends VersionStatus {
  /** The values that workers have moved to this version, and how fast. */
  readonly moved: number
  readonly movedPerSecond: number
}

interface SecretsStatus {
  readonly custody: App['config']['custody']
  readonly masterKeys: readonly MasterKeyStatus[]
  /** The share of all sealed values that the sealing version seals, percent, rounded down. */
  readonly percent: number
  /** Values of older versions. */
  readonly remaining: number
  readonly peppers: readonly VersionStatus[]
}

type StatusDeps = Pick<App, 'sql' | 'config' | 'vault'>

/** `guiche secrets status`. */
export const showSecretsStatus = async (app: StatusDeps): Promise<void> =>
  present(await statusOf(app), (status) => {
    console.log(`custódia: ${custodyTexts[status.custody]}`)
    console.log('chave mestra')
    for (const each of status.masterKeys)
      console.log(`  ${lineOf(each, 'valores', stateOfKey(each, app.vault))}`)
    showProgress(status, app.vault)
    console.log('pepper')
    for (const each of status.peppers)
      console.log(`  ${lineOf(each, 'resumos', stateOfPepper(each, app.vault))}`)
  })

async function statusOf({ sql, config, vault }: StatusDeps): Promise<SecretsStatus> {
  const masterKeys = await masterKeyStatus(sql)
  const totalOf = (versions: readonly VersionStatus[]) =>
    versions.reduce((sum, { total }) => sum + total, 0)
  const remaining = totalOf(masterKeys.filter(({ version }) => version < vault.sealingVersion))
  const all = totalOf(masterKeys)
  const percent = all === 0 ? 100 : Math.floor((100 * (all - remaining)) / all)
  return {
    custody: config.custody,
    masterKeys,
    percent,
    remaining,
    peppers: await pepperStatus(sql),
  }
}

/** Each version of the master key that the database knows. */
export async function masterKeyStatus(db: Queryable): Promise<readonly MasterKeyStatus[]> {
  const proofs = await masterKeyProofs(db)
  const known = [...proofs].map(([version, { isRetired }]) => ({ version, isRetired }))
  return byVersion(known, await sealedCounts(db)).map((status) => {
    const { moved = 0, movedSeconds = 0 } = proofs.get(status.version) ?? {}
    return { ...status, moved, movedPerSecond: Math.round(moved / Math.max(movedSeconds, 1)) }
  })
}

/** Each version of the pepper that the database knows. */
export const pepperStatus = async (db: Queryable): Promise<readonly VersionStatus[]> =>
  byVersion(await pepperRows(db), await digestCounts(db))

function byVersion(
  known: readonly Pick<VersionStatus, 'version' | 'isRetired'>[],
  counts: readonly { readonly table: string; readonly version: number; readonly count: number }[],
): VersionStatus[] {
  const versions = new Set([...known, ...counts].map(({ version }) => version))
  return [...versions]
    .toSorted((one, other) => one - other)
    .map((version) => {
      const own = counts.filter((each) => each.version === version)
      return {
        version,
        isRetired: known.find((each) => each.version === version)?.isRetired ?? false,
        counts: Object.fromEntries(own.map(({ table, count }) => [table, count])),
        total: own.reduce((sum, { count }) => sum + count, 0),
      }
    })
}

const custodyTexts: Readonly<Record<SecretsStatus['custody'], string>> = {
  none: 'nenhuma, os segredos estão abertos no ambiente ou em arquivos',
  vault: 'Vault, que abriu os segredos no início do processo',
  'aws-kms': 'AWS KMS, que abriu os segredos no início do processo',
}

function lineOf({ version, counts, total }: VersionStatus, things: string, state: string): string {
  const parts = Object.entries(counts).map(([table, count]) => `${table} ${count}`)
  const tables = parts.length > 0 ? ` (${parts.join(', ')})` : ''
  return `versão ${version}: ${total} ${things}${tables}; ${state}`
}

function stateOfKey(
  { version, isRetired, total }: VersionStatus,
  { sealingVersion }: App['vault'],
): string {
  if (version === sealingVersion) return 'sela os novos'
  if (isRetired) return 'aposentada: tire-a de GUICHE_MASTER_KEYS'
  if (version > sealingVersion) return 'ainda não sela: GUICHE_MASTER_KEY_VERSION é menor'
  return total > 0
    ? 'em uso: os workers passam os valores para a nova'
    : `sem uso: aposente-a com "guiche secrets retire ${version}"`
}

function stateOfPepper(
  { version, isRetired, total }: VersionStatus,
  { pepperVersion }: App['vault'],
): string {
  if (version === pepperVersion) return 'resume os novos'
  if (isRetired) return 'aposentada: tire-a da lista do pepper'
  if (version > pepperVersion) return 'ainda não resume: GUICHE_PEPPER_VERSION é menor'
  return total > 0
    ? 'em uso: cada resumo passa para a nova quando o dono o usa'
    : `sem uso: aposente-a com "guiche secrets retire-pepper ${version}"`
}

function showProgress(
  { masterKeys, percent, remaining }: SecretsStatus,
  { sealingVersion }: App['vault'],
): void {
  const { moved = 0, movedPerSecond = 0 } =
    masterKeys.find(({ version }) => version === sealingVersion) ?? {}
  if (moved === 0 && remaining === 0) return
  console.log(
    `  troca para a versão ${sealingVersion}: ${percent}%, faltam ${remaining} valores; ${moved} passados, ${movedPerSecond} por segundo`,
  )
}
