import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

/**
 * Words that a reader of plain technical English does not expect. They are forbidden in any case.
 */
const words = [
  'wish',
  'wishes',
  'wished',
  'stubborn',
  'stubbornly',
  'patiently',
  'grudge',
  'weather',
  'fates',
  'fate',
  'pile',
  'piles',
  'desk',
  'desks',
  'hear',
  'hears',
  'heard',
  'somebody',
  'whoever',
  'birth',
  'born',
  'patience',
  'patient',
  'impatient',
  'quietly',
  'untold',
  'told',
  'tells',
  'telling',
  'anybody',
  'strange',
]

/**
 * Former names, each with a standard name today. A second name for the same thing confuses the
 * reader.
 */
const names = [
  ...[
    'RefundWord',
    'recordRefundWord',
    'CashoutWish',
    'RefundWish',
    'CorrectionWish',
    'SessionWish',
  ],
  ...['tellOfPayment', 'tellOfSilence', 'CardMeans', 'cardMeans', 'walletMeans', 'untakenAmount'],
  ...['repeatedSale', 'settleQuietly', 'LostChange', 'isStoppedAtTheDoor', 'DisputeDesk', 'deskOf'],
  ...['blockWhatCameIn', 'lookThere', 'takeClaims', 'nothingOwedWriter', 'stillOwedWriter'],
  ...['mayBeOwnKey', 'likeRefund', 'neverArrived', 'onceSealed', 'ShortMemory', 'sampleBooks'],
  ...['stopCashouts', 'writeStubbornly', 'bringDomainsAlong', 'findTrespasses', 'AskedSale'],
  ...[
    'openOnce',
    'onceSealedText',
    'textOnceForOperator',
    'askedKinds',
    'askDeskNow',
    'claimSweeps',
  ],
  ...['recordSwept', 'patienceMs', 'GivenKey', 'refuseForeignKey', 'OpenWord', 'pixFindingWord'],
  ...['payoutFindingWord', 'moreAtStakeWriter', 'recheckAsked', 'strangeLines', 'rejectAsAsked'],
  ...['askedSale', 'openInfractionsDesk', 'cashoutOnce', 'tellDueDeliveries', 'wordsFor'],
  ...['readWish', 'askForAnswer', 'openPatience', 'postNotice', 'transactionAnswer'],
]

const forbidden = [
  new RegExp(`\\b(?:${words.join('|')})\\b`, 'giu'),
  new RegExp(`\\b(?:${names.join('|')})\\b`, 'gu'),
]

test('no file uses a forbidden word or a former name', async () => {
  const tracked = execFileSync('git', ['ls-files', '-z', '*.ts', '*.mjs', '*.sql', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = tracked
    .split('\0')
    .filter((file) => file !== '' && file !== 'scripts/plain-words.test.ts')
  assert.ok(files.length > 1_000, 'the files are there')
  const found: string[] = []
  for (const file of files) {
    const lines = (await readFile(join(root, file), 'utf8')).split('\n')
    for (const [index, line] of lines.entries())
      for (const pattern of forbidden)
        for (const [text] of line.matchAll(pattern)) found.push(`${file}:${index + 1}: ${text}`)
  }
  assert.deepEqual(found, [])
})
