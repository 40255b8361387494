import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

/**
 * Words that a reader of plain technical English does not expect, each with a usual word. They are
 * forbidden in any case, also as a part of a name: `mayBeTold`, `sample-desk.ts`.
 */
const words: Readonly<Record<string, string>> = {
  wish: 'request',
  wishes: 'request',
  wished: 'request',
  stubborn: 'with retries',
  stubbornly: 'with retries',
  patiently: 'with retries',
  grudge: 'limit',
  weather: 'conditions',
  fate: 'outcome',
  fates: 'outcome',
  pile: 'queue',
  piles: 'queue',
  desk: 'port',
  desks: 'port',
  hear: 'receive',
  hears: 'receive',
  heard: 'receive',
  somebody: 'the name of the actor',
  anybody: 'the name of the actor',
  whoever: 'the name of the actor',
  birth: 'created',
  born: 'created',
  patience: 'timeout',
  patient: 'timeout',
  impatient: 'timeout',
  quietly: 'without an error',
  told: 'notified',
  tells: 'report',
  telling: 'report',
  untold: 'not notified',
  strange: 'unexpected',
  stranger: 'foreign',
  strangers: 'foreign',
  said: 'reported',
  saying: 'reporting',
}

/**
 * Former names, each with the name of today. A second name for the same thing confuses the reader.
 * The name of a file in the same words is forbidden too.
 */
const names: Readonly<Record<string, string>> = {
  RefundWord: 'RefundResult',
  recordRefundWord: 'recordRefundResult',
  CashoutWish: 'CashoutRequest',
  RefundWish: 'RefundRequest',
  CorrectionWish: 'CorrectionRequest',
  SessionWish: 'SessionRequest',
  tellOfPayment: 'reportMismatch',
  tellOfSilence: 'reportUnresolved',
  CardMeans: 'PaymentSource',
  cardMeans: 'resolveCardSource',
  walletMeans: 'resolveWalletSource',
  untakenAmount: 'remainingAmount',
  repeatedSale: 'findSaleByWalletToken',
  settleQuietly: 'recordAttemptOnly',
  LostChange: 'WriteConflict',
  isStoppedAtTheDoor: 'isRejectedBeforeProcessing',
  DisputeDesk: 'DisputePort',
  deskOf: 'portOf',
  blockWhatCameIn: 'collectShortfalls',
  lookThere: 'loadAvailableFunds',
  takeClaims: 'applyClaims',
  nothingOwedWriter: 'requireNoDebt',
  stillOwedWriter: 'requireDebt',
  mayBeOwnKey: 'mayPayMerchant',
  mayBeTold: 'canReceiveMail',
  isTold: 'receivesMail',
  likeRefund: 'findDuplicateRefund',
  neverArrived: 'provenUnsent',
  onceSealed: 'withSealedText',
  ShortMemory: 'RefreshingCache',
  sampleBooks: 'auditOpenDay',
  stopCashouts: 'stopAllCashouts',
  writeStubbornly: 'writeWithRetry',
  bringDomainsAlong: 'registerDomainsWithAcquirer',
  findTrespasses: 'findImportViolations',
  AskedSale: 'RequestedSale',
  openOnce: 'openIdempotency',
  onceSealedText: 'withSealedText',
  textOnceForOperator: 'withOperatorTextIdempotency',
  askedKinds: 'queriedKinds',
  askDeskNow: 'pollDisputesNow',
  claimSweeps: 'claimDuePolls',
  recordSwept: 'recordPolledUntil',
  patienceMs: 'timeoutMs',
  GivenKey: 'PixKeyInput',
  refuseForeignKey: 'assertKeyOwner',
  OpenWord: 'OpenResult',
  pixFindingWord: 'interpretPixFinding',
  payoutFindingWord: 'interpretPayoutFinding',
  moreAtStakeWriter: 'recheckShortfallWriter',
  recheckAsked: 'recheckDueProviders',
  strangeLines: 'unmatchedLines',
  rejectAsAsked: 'throwRejection',
  askedSale: 'requestedSale',
  openInfractionsDesk: 'openInfractionsPort',
  cashoutOnce: 'idempotentCashout',
  tellDueDeliveries: 'notifyDueDeliveries',
  wordsFor: 'noticeText',
  readWish: 'readRefund',
  askForAnswer: 'request',
  openPatience: 'openRetryLimit',
  postNotice: 'postProviderNotice',
  transactionAnswer: 'transactionResponse',
}

/** Phrases that are wrong English, each with what to write. */
const phrases: readonly (readonly [phrase: RegExp, use: string])[] = [
  [/\bthe own\b/i, 'their own, or: of the account'],
]

/** Words in comments of migrations. An applied migration never changes. */
const inMigrations: ReadonlySet<string> = new Set(['said'])
const migrations = 'src/db/migrations/'

/** Names of columns and of their fields. An applied migration never changes. */
const columns: ReadonlySet<string> = new Set(['told_at', 'toldAt', 'is_told'])

/** The replacement of each former name that is written with hyphens, as names of files are. */
const fileNames: ReadonlyMap<string, string> = new Map(
  Object.entries(names).map(([name, use]) => [hyphenated(name), hyphenated(use)]),
)

test('no file uses a forbidden word or a former name', async () => {
  const tracked = execFileSync('git', ['ls-files', '-z', '*.ts', '*.mjs', '*.sql', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = tracked
    .split('\0')
    .filter((file) => file !== '' && file !== 'scripts/plain-words.test.ts')
  assert.ok(files.length > 1_000, 'the files are there')
  const found: Record<string, string> = {}
  for (const file of files) {
    Object.assign(found, forbiddenIn(file, file))
    const lines = (await readFile(join(root, file), 'utf8')).split('\n')
    for (const [index, line] of lines.entries())
      Object.assign(found, forbiddenIn(line, `${file}:${index + 1}`))
  }
  assert.deepEqual(found, {})
})

for (const [text, replacements] of [
  ['const mayBeTold = 1', { mayBeTold: 'canReceiveMail' }],
  ['isUntoldOf(event)', { isUntoldOf: 'not notified' }],
  ["import { a } from './sample-books.ts'", { 'sample-books': 'audit-open-day' }],
  ["'open-once-more'", {}],
  ['class HTTPDesk {}', { HTTPDesk: 'port' }],
  ['Nobody told the API.', { told: 'notified' }],
  ['the desktop, the bornite', {}],
  ['the owner changes the own name', { 'the own': 'their own, or: of the account' }],
] as const)
  test(`in ${text} these are forbidden: ${Object.keys(replacements).join(', ') || 'none'}`, () => {
    const expected = Object.entries(replacements).map(([name, use]) => [`here: ${name}`, use])
    assert.deepEqual(forbiddenIn(text, 'here'), Object.fromEntries(expected))
  })

/** The forbidden names of a line: the replacement of each, by its place and name. */
function forbiddenIn(line: string, place: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name] of line.matchAll(/[A-Za-z]\w*(?:-\w+)*/gu)) {
    if (place.startsWith(migrations) && inMigrations.has(name)) continue
    const use = replacementOf(name)
    if (use !== undefined) found[`${place}: ${name}`] = use
  }
  for (const [phrase, use] of phrases) {
    const [words] = phrase.exec(line) ?? []
    if (words !== undefined) found[`${place}: ${words}`] = use
  }
  return found
}

function replacementOf(name: string): string | undefined {
  if (columns.has(name)) return undefined
  if (Object.hasOwn(names, name)) return names[name]
  if (fileNames.has(name)) return fileNames.get(name)
  const part = partsOf(name).find((each) => Object.hasOwn(words, each))
  return part === undefined ? undefined : words[part]
}

/** The words of a name, in lower case: it is split at capitals, hyphens and underscores. */
function partsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/gu, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[ _-]+/u)
}

function hyphenated(name: string): string {
  return partsOf(name).join('-')
}
