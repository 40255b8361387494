import type { App } from '../app.ts'
import { lockIdentity, masterKeyProofs, retireMasterKeyProof } from '../db/identity-store.ts'
import type { Queryable } from '../db/pool.ts'
import { sealedCounts } from '../db/sealed-value-store.ts'
import { integerOf } from './arguments.ts'
import { type CliCommand, withApp } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { good, present } from './output.ts'

export const secretsCommand: CliCommand = {
  addTo(secrets, run) {
    secrets
      .command('status')
      .description('mostra o que cada versão sela')
      .action(run((config) => withApp(config, showStatus)))
    secrets
      .command('retire')
      .description('aposenta uma versão')
      .argument('<VERSÃO>', 'a versão', integerOf('a versão', 1))
      .action(
        run(async (config, version: number) => {
          let code = 0
          await withApp(config, async (app) => {
            code = await retire(app, version)
          })
          return code
        }),
      )
  },
}

interface VersionStatus {
  readonly version: number
  readonly isRetired: boolean
  /** The number of values it seals, by table. */
  readonly counts: Readonly<Record<string, number>>
  readonly total: number
}

async function statusOf(db: Queryable): Promise<VersionStatus[]> {
  const [proofs, counts] = [await masterKeyProofs(db), await sealedCounts(db)]
  const versions = new Set([...proofs.keys(), ...counts.map(({ version }) => version)])
  return [...versions]
    .sort((one, other) => one - other)
    .map((version) => {
      const own = counts.filter((each) => each.version === version)
      return {
        version,
        isRetired: proofs.get(version)?.isRetired ?? false,
        counts: Object.fromEntries(own.map(({ table, count }) => [table, count])),
        total: own.reduce((sum, { count }) => sum + count, 0),
      }
    })
}

async function showStatus({ sql, vault }: Pick<App, 'sql' | 'vault'>): Promise<void> {
  present(await statusOf(sql), (versions) => showVersions(versions, vault))
}

function showVersions(versions: readonly VersionStatus[], vault: App['vault']): void {
  for (const { version, isRetired, counts, total } of versions) {
    const what = Object.entries(counts).map(([table, count]) => `${table} ${count}`)
    const how =
      version === vault.sealingVersion
        ? 'sela os novos'
        : isRetired
          ? 'aposentada: tire-a de GUICHE_MASTER_KEYS'
          : version > vault.sealingVersion
            ? 'ainda não sela: GUICHE_MASTER_KEY_VERSION é menor'
            : total > 0
              ? 'em uso: os workers passam os valores para a nova'
              : `sem uso: aposente-a com "guiche secrets retire ${version}"`
    const tables = what.length > 0 ? ` (${what.join(', ')})` : ''
    console.log(`versão ${version}: ${total} valores${tables}; ${how}`)
  }
}

/**
 * Holds the lock that a starting process takes, so that no process starts to seal with this version
 * meanwhile.
 */
const retire = ({ sql, vault }: Pick<App, 'sql' | 'vault'>, version: number): Promise<number> =>
  sql.begin(async (tx) => {
    await lockIdentity(tx)
    const status = (await statusOf(tx)).find((each) => each.version === version)
    if (!status)
      throw new CommandFailure(
        'master-key-unknown',
        `não há versão ${version} neste banco de dados`,
      )
    if (version >= vault.sealingVersion)
      throw new CommandFailure(
        'master-key-in-use',
        `a versão ${version} ainda é a que sela, ou a próxima`,
      )
    if (status.total > 0) {
      throw new CommandFailure(
        'master-key-in-use',
        `a versão ${version} ainda sela ${status.total} valores: espere os workers e veja "guiche secrets status"`,
      )
    }
    await retireMasterKeyProof(tx, version)
    present({ retired: version }, () =>
      console.log(
        good(
          `versão ${version} aposentada. Tire-a de GUICHE_MASTER_KEYS 15 minutos depois de a nova selar em\n  todos os processos: até lá valem tokens de cartão selados com ela.`,
        ),
      ),
    )
    return 0
  })
