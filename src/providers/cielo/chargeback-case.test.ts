import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeLifecycle, decodeStages, newestOfEach, type StageStatus } from './chargeback-case.ts'

/** A stage as the chargeback API lists it, with the given changes. */
function item(change: object = {}, transaction: object = {}, details: object = {}) {
  return {
    treatmentDeadline: '2026-03-13',
    idCase: 5_050_001,
    idChargeback: 50_001,
    establishmentNumber: 2_012_457_511,
    process: 1,
    transactionAmount: 10_000,
    transactionDetails: {
      transactionDate: '2026-02-20',
      authorization: '730145',
      nsu: '481203',
      tid: '10069930690009A1B2C3',
      ...transaction,
    },
    chargebackDetails: {
      reasonCode: '10.4',
      reasonDescription: 'Fraude',
      receptionDate: '2026-03-03',
      ...details,
    },
    remainingDaysToTreat: 10,
    ...change,
  }
}

const read = (value: unknown, status: StageStatus = 'PENDING') =>
  decodeStages(JSON.stringify(value), status)
const only = (value: unknown, status?: StageStatus) => read([value], status)?.stages[0]

test('a waiting stage needs a response until the end of its last day in São Paulo', () => {
  assert.deepEqual(only(item())?.claim, {
    kind: 'chargeback',
    caseId: '5050001',
    payment: { tid: '10069930690009A1B2C3', nsu: '481203', authorizationCode: '730145' },
    amount: 10_000,
    state: 'needs-response',
    reason: { code: '10.4', text: 'Fraude' },
    openedAt: new Date('2026-03-03T03:00:00Z'),
    phase: 50_001,
    answerBy: new Date('2026-03-14T02:59:59.999Z'),
  })
})

test('a stage without a tid names the sale by its numbers and its date', () => {
  assert.deepEqual(only(item({}, { tid: undefined }))?.claim.payment, {
    ...{ nsu: '481203', authorizationCode: '730145', soldOn: '2026-02-20' },
  })
})

test('the nsu as a number is that of the sale, with its leading zeros', () => {
  const waiting = only(item({}, { tid: undefined, nsu: 87_001 }))
  const treated = only(item({}, { nsu: 87_001 }), 'DONE')
  for (const stage of [waiting, treated])
    assert.partialDeepStrictEqual(stage?.claim.payment, { nsu: '087001' })
})

const standings = [
  [{ actionTakenCode: 'R', lifecycle: { action: 'Em análise com o Emissor' } }, 'under-review'],
  [{ actionTakenCode: 'R', lifecycle: { action: 'Em análise com a Cielo' } }, 'under-review'],
  [{ actionTakenCode: 'R', lifecycle: { action: 'A favor do Estabelecimento' } }, 'won'],
  [{ actionTakenCode: 'R', lifecycle: { action: 'A FAVOR DO EMISSOR' } }, 'lost'],
  [{ lifecycle: { action: 'A favor do Emissor' } }, 'lost'],
  [{ actionTakenCode: 'A', lifecycle: {} }, 'lost'],
  [{ actionTakenCode: 'ACATAR' }, 'lost'],
  [{ actionTakenCode: 'A', lifecycle: { action: 'A favor do Estabelecimento' } }, 'won'],
  [{ actionTakenCode: 'R', lifecycle: { action: 'Uma fase nova' } }, 'under-review'],
] as const
for (const [change, state] of standings) {
  test(`a treated stage with ${JSON.stringify(change)} is ${state}`, () => {
    const stage = only(item(change), 'DONE')
    assert.deepEqual([stage?.claim.state, stage?.isSilent], [state, false])
  })
}

test('a treated stage that does not state its result requires its history', () => {
  assert.equal(only(item({ actionTakenCode: 'R', lifecycle: {} }), 'DONE')?.isSilent, true)
  assert.equal(only(item({ actionTakenCode: 'R' }), 'DONE')?.isSilent, true)
})

const tolerated = {
  'numbers as texts': item({
    idCase: '5050001',
    idChargeback: '50001',
    transactionAmount: '10000',
  }),
  'fields unknown to us': item(
    { rapidDisputeResolution: 'false' },
    { issuerSenderCode: '0237' },
    { tpReason: 1 },
  ),
  'a process unknown to us': item({ process: 'UM_NOVO' }),
  'days with an hour': item(
    { treatmentDeadline: '2026-03-13T00:00:00' },
    {},
    { receptionDate: '2026-03-03T10:00:00' },
  ),
}
for (const [what, value] of Object.entries(tolerated)) {
  test(`${what}: the same claim is read`, () => {
    assert.deepEqual(only(value)?.claim, only(item())?.claim)
  })
}

const unread = {
  'no case': item({ idCase: undefined }),
  'no amount': item({ transactionAmount: undefined }),
  'an amount of nothing': item({ transactionAmount: 0 }),
  'an amount in reais': item({ transactionAmount: 100.5 }),
  'no tid and no nsu': item({}, { tid: undefined, nsu: undefined }),
  'no tid and no authorization': item({}, { tid: undefined, authorization: undefined }),
  'no tid and no date': item({}, { tid: undefined, transactionDate: undefined }),
  'a day that is none': item({}, {}, { receptionDate: '2026-02-30' }),
}
for (const [what, value] of Object.entries(unread)) {
  test(`${what}: it is named for a person, and the other stages are read`, () => {
    const page = read({ content: [value, item()] })
    assert.deepEqual([page?.stages.length, page?.unread.length], [1, 1])
  })
}

for (const [change, name] of [
  [{}, /^5050001 50001$/],
  [{ actionTakenCode: 'R' }, /^5050001 50001$/],
  [{ idChargeback: 50_007 }, /^5050001 50007$/],
  [{ idCase: undefined }, /^50001 sha256:[0-9a-f]{64}$/],
] as const)
  test(`an unreadable stage with ${JSON.stringify(change)} is named as ${name}`, () => {
    const [unreadName, ...others] = read([item({ transactionAmount: 0, ...change })])?.unread ?? []
    assert.match(unreadName ?? '', name)
    assert.deepEqual(others, [])
  })

for (const json of ['', '{}', '{"content":1}', '[1,"lista",null]', '[{"idCase":']) {
  test(`${JSON.stringify(json)} is not a page`, () => {
    assert.equal(decodeStages(json, 'PENDING'), undefined)
  })
}

test('the newest stage decides its case; of two records of one stage, the later decides', () => {
  const stages = [item(), item({ idChargeback: 50_007 }), item({ idCase: 1 })].flatMap(
    (each) => only(each) ?? [],
  )
  const later = only(item({ idChargeback: 50_007, actionTakenCode: 'R' }), 'DONE')
  assert.ok(later)
  assert.deepEqual(
    newestOfEach([...stages, later]).map(({ idChargeback, claim }) => [idChargeback, claim.state]),
    [
      [50_007, 'under-review'],
      [50_001, 'needs-response'],
    ],
  )
})

const entry = (idChargeback: number, action: string, actionTakenCode?: string) => ({
  idChargeback,
  action,
  actionTakenCode,
})
const histories = [
  [[entry(1, 'Em análise com o Cliente')], { state: 'needs-response' }],
  [
    [entry(1, 'Em análise com o Cliente'), entry(1, 'Em análise com o Emissor', 'R')],
    { state: 'under-review', treated: 'contest' },
  ],
  [[entry(1, 'A favor do Emissor', 'A')], { state: 'lost', treated: 'accept' }],
  [
    [entry(1, 'Em análise com o Emissor', 'R'), entry(2, 'Em análise com o Cliente')],
    { state: 'needs-response' },
  ],
  [[entry(1, 'Uma fase nova')], { state: 'under-review' }],
] as const
for (const [list, result] of histories) {
  test(`the history ${JSON.stringify(list)} has the result ${JSON.stringify(result)}`, () => {
    assert.deepEqual(decodeLifecycle(JSON.stringify(list)), result)
  })
}

test('a value that is not a history is undefined', () => {
  for (const json of ['{}', '[]', '[1]', '[{}]', '[{"action"'])
    assert.equal(decodeLifecycle(json), undefined)
})
