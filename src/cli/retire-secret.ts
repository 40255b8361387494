import { revokeKey } from '../accounts/issue-key.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { localDate } from '../brazil/local-time.ts'
import { lockIdentity, retireMasterKeyProof } from '../db/identity-store.ts'
import { joinTransaction } from '../db/join-transaction.ts'
import {
  deleteRecoveryCodes,
  retirePepperRow,
  type UnmovedKey,
  unmovedKeys,
} from '../db/pepper-store.ts'
import { CommandFailure } from './command-failure.ts'
import { good, present } from './output.ts'
import { masterKeyStatus, pepperStatus } from './secrets-status.ts'

/*
 * Both hold the lock that a starting process takes, so that no process starts to use the version
 * meanwhile.
 */

/** `guiche secrets retire`: a version of the master key that seals nothing. */
export async function retireMasterKey(app: App, version: number): Promise<void> {
  const { sql, vault } = app
  await sql.begin(async (tx) => {
    await lockIdentity(tx)
    const status = (await masterKeyStatus(tx)).find((each) => each.version === version)
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
    await recordAudit(app, tx, retired('GUICHE_MASTER_KEYS', version))
  })
  present({ retired: version }, () =>
    console.log(
      good(
        `versão ${version} aposentada. Tire-a de GUICHE_MASTER_KEYS 15 minutos depois de a nova selar em\n  todos os processos: até lá valem tokens de cartão selados com ela.`,
      ),
    ),
  )
}

/**
 * `guiche secrets retire-pepper`: a version of the pepper. With `drop`, keys and recovery codes
 * that depend on it end. The entry of the audit log moves the seal of its chain to the pepper in
 * use.
 */
export async function retirePepper(
  app: App,
  version: number,
  { drop = false }: { readonly drop?: boolean },
): Promise<void> {
  const { sql, vault } = app
  await sql.begin(async (tx) => {
    await lockIdentity(tx)
    const status = (await pepperStatus(tx)).find((each) => each.version === version)
    if (!status)
      throw new CommandFailure('pepper-unknown', `não há versão ${version} neste banco de dados`)
    if (version >= vault.pepperVersion)
      throw new CommandFailure(
        'pepper-in-use',
        `a versão ${version} ainda é a que resume, ou a próxima`,
      )
    const { provider_callbacks: callbacks = 0 } = status.counts
    if (callbacks > 0)
      throw new CommandFailure(
        'pepper-in-use',
        `${callbacks} endereços de aviso de provedores dependem da versão ${version}: espere um aviso de cada, ou renove-os com "guiche providers renew-callback"`,
      )
    const keys = await unmovedKeys(tx, version)
    if (status.total > 0 && !drop) throw stillInUse(version, status.counts, keys)
    const within = { ...app, sql: joinTransaction(sql, tx) }
    for (const { accountId, keyId } of keys) await revokeKey(within, { accountId, keyId })
    await deleteRecoveryCodes(tx, version)
    await retirePepperRow(tx, version)
    await recordAudit(app, tx, retired('GUICHE_PEPPERS', version))
  })
  present({ retired: version }, () =>
    console.log(
      good(`versão ${version} aposentada: tire-a da lista do pepper em todos os processos`),
    ),
  )
}

function stillInUse(
  version: number,
  counts: Readonly<Record<string, number>>,
  keys: readonly UnmovedKey[],
): CommandFailure {
  const parts = Object.entries(counts).map(([table, count]) => `${table} ${count}`)
  const listed = keys.slice(0, listedKeys).map(lineOf)
  const others = keys.length - listed.length
  return new CommandFailure(
    'pepper-in-use',
    [
      `ainda dependem da versão ${version}: ${parts.join(', ')}. Espere que sejam usados, ou encerre-os com --drop`,
      ...listed,
      ...(others > 0 ? [`  e mais ${others} chaves`] : []),
    ].join('\n'),
  )
}

const lineOf = ({ accountId, name, firstEight, lastFour, lastUsedAt }: UnmovedKey): string =>
  `  ${name} (${firstEight}…${lastFour}) da conta ${accountId}, ${
    lastUsedAt ? `usada em ${localDate(lastUsedAt)}` : 'nunca usada'
  }`

const listedKeys = 20

const retired = (setting: string, version: number) => ({
  action: 'secret.retired' as const,
  object: { type: 'secret', id: `${setting} ${version}`, name: `${setting} ${version}` },
})
