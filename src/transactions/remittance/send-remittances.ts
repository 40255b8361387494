import assert from 'node:assert/strict'
import type { App } from '../../app.ts'
import { localDate } from '../../brazil/local-time.ts'
import { randomId } from '../../primitives/id.ts'
import { withTimeout } from '../../primitives/with-timeout.ts'
import type { Remittances, RemittanceTitle } from '../../providers/ports/boleto.ts'
import { reportNotWritten } from '../charge/boleto-cases.ts'
import { documentNumberOf, payerOf } from '../charge/boleto-order.ts'
import type { Transaction } from '../transaction.ts'
import { transactionsByKeys } from '../transaction-store.ts'
import {
  choosePart,
  claimRemittances,
  markPublished,
  numberRemittance,
  type OpenRemittance,
  recordsOfRemittance,
  retryMs,
} from './remittance-file-store.ts'
import { providersWithDueRecords, type RemittanceKey } from './remittance-store.ts'

/** The records of a file are numbered with five digits, and a boleto has three at most. */
const titlesInFile = 5_000

type Deps = Pick<App, 'sql' | 'clock' | 'providers' | 'log'>

/** When each process tries again to number the files of a provider for which it failed. */
const retries = new WeakMap<App['providers'], Map<string, Date>>()

/**
 * Puts due instructions into numbered files, by a commit for each file. Returns how many. A
 * provider for which it fails waits for a minute, and the others continue.
 */
export async function numberRemittances(
  app: Deps & Pick<App, 'metrics' | 'actor'>,
): Promise<number> {
  const retryAt = retries.get(app.providers) ?? new Map<string, Date>()
  retries.set(app.providers, retryAt)
  const now = app.clock.now()
  let numbered = 0
  for (const providerId of await providersWithDueRecords(app)) {
    const waitsUntil = retryAt.get(providerId)
    if (waitsUntil && waitsUntil > now) continue
    try {
      const { agreement } = remittancesOf(app, providerId)
      numbered += await numberRemittance(app, { providerId, agreement }, titlesInFile)
    } catch (cause) {
      retryAt.set(providerId, new Date(now.getTime() + retryMs))
      app.metrics.jobFailed(app.actor.id)
      app.log.error({ providerId, err: String(cause) }, 'a remittance could not get a number')
    }
  }
  return numbered
}

function remittancesOf({ providers }: Pick<App, 'providers'>, providerId: string): Remittances {
  const bank = providers.boleto(providerId)
  assert('remittances' in bank, 'only a bank that takes files has remittances')
  return bank.remittances
}

const filesAtOnce = 16
/** A folder on a network may not respond. */
const usualFolderMs = 45_000

/**
 * Brings numbered files into their folders, each exactly once, the providers beside each other.
 * What a crash left half done is continued. Returns the number of files.
 */
export async function sendRemittances(
  app: Deps,
  { folderMs = usualFolderMs }: { readonly folderMs?: number } = {},
): Promise<number> {
  const files = await claimRemittances(app, filesAtOnce)
  const groups = Map.groupBy(files, ({ providerId }) => providerId)
  await Promise.all([...groups.values()].map((group) => sendInOrder(app, group, folderMs)))
  return files.length
}

async function sendInOrder(
  app: Deps,
  files: readonly OpenRemittance[],
  folderMs: number,
): Promise<void> {
  for (const file of files) {
    const { providerId, sequence } = file
    try {
      await attempt(app, file, folderMs)
    } catch (cause) {
      app.log.error({ providerId, sequence, err: String(cause) }, 'a remittance could not be sent')
    }
  }
}

/** The providers with an attempt that has not ended, of each process. */
const underWay = new WeakMap<App['providers'], Set<string>>()

/**
 * A call in a folder that does not respond keeps a thread, and Node has four of them for all files
 * and host names. So no second attempt begins before the first one has ended.
 */
async function attempt(app: Deps, file: OpenRemittance, folderMs: number): Promise<void> {
  const busy = underWay.get(app.providers) ?? new Set()
  underWay.set(app.providers, busy)
  const { providerId } = file
  if (busy.has(providerId)) throw new Error('an earlier attempt in the folder has not ended')
  busy.add(providerId)
  const work = complete(app, file).finally(() => busy.delete(providerId))
  if (!(await withTimeout(work, folderMs))) throw new Error('the folder does not respond')
}

/**
 * Stores the file as a part, commits which part counts, and publishes that one. Only the committed
 * part ever gets the name, so a second process, or a repetition, publishes no second file.
 */
async function complete(app: Deps, file: OpenRemittance): Promise<true> {
  const { providerId, sequence } = file
  const remittances = remittancesOf(app, providerId)
  const { folder, nameOf, write } = remittances
  const name = nameOf(file)
  let { stored } = file
  if (!stored) {
    const part = `${name}.${randomId()}`
    const built = await buildTitles(app, file, remittances)
    const titles = built.flatMap(({ title }) => title ?? [])
    if (titles.length > 0)
      stored = { part, folderId: await folder.writePart(part, write(file, titles)) }
    const leftOut = built.filter(({ title }) => title === undefined)
    if (!(await choosePart(app, file, { stored, leftOut }))) {
      if (stored) await folder.removePart(part)
      return true
    }
    for (const { transaction, instruction, problem } of leftOut)
      await reportNotWritten(app, transaction, { instruction, reason: String(problem) })
    if (!stored) return true
  }
  await folder.publish(stored, name)
  await markPublished(app.sql, file, app.clock.now())
  app.log.info({ providerId, sequence, name }, 'a remittance is in its folder')
  return true
}

/** An instruction of a file, as a title, or why it cannot be written. */
interface Built extends RemittanceKey {
  readonly transaction: Transaction
  readonly title?: RemittanceTitle
  readonly problem?: unknown
}

/** Writes each title alone first, so that one with a fault does not stop the others. */
async function buildTitles(
  { sql }: Pick<App, 'sql'>,
  file: OpenRemittance,
  { write }: Pick<Remittances, 'write'>,
): Promise<readonly Built[]> {
  const records = await recordsOfRemittance(sql, file)
  const found = await transactionsByKeys(
    sql,
    records.map(({ accountId, transactionId: id }) => ({ accountId, id })),
  )
  const byId = new Map(found.map((each) => [each.id, each]))
  return records.map((key) => {
    const transaction = byId.get(key.transactionId)
    assert(transaction, 'an instruction has its payment')
    try {
      const title = titleOf(transaction, key.instruction)
      write(file, [title])
      return { ...key, transaction, title }
    } catch (problem) {
      return { ...key, transaction, problem }
    }
  })
}

function titleOf(
  transaction: Transaction,
  instruction: RemittanceTitle['instruction'],
): RemittanceTitle {
  const { boleto, id, amount, createdAt, order } = transaction
  assert(boleto, 'only boletos have instructions')
  const { ourNumber, dueDate, instructions, overdue, finalBeneficiary } = boleto
  return {
    ...{ instruction, id, ourNumber, amount, dueDate, instructions },
    issueDate: localDate(createdAt).toString(),
    documentNumber: documentNumberOf(transaction),
    payer: payerOf(order),
    ...(overdue && { overdue }),
    ...(finalBeneficiary && { finalBeneficiary }),
  }
}
