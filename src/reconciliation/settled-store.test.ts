import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openReconciling } from '../../test/kit/reconciliation.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { write } from '../journal/change.ts'
import { reportNotWritten } from '../transactions/charge/boleto-cases.ts'
import {
  choosePart,
  markPublished,
  numberRemittance,
} from '../transactions/remittance/remittance-file-store.ts'
import {
  registrationOf,
  releaseWriteOff,
  remittanceRecordsWriter,
  requestWriteOff,
} from '../transactions/remittance/remittance-store.ts'
import { createChange } from '../transactions/transaction-change.ts'
import { recheckCases } from './recheck-cases.ts'

const reconciling = await openReconciling()
after(() => reconciling.close())

for (const by of ['app', 'distributed'] as const)
  test(`a boleto left out of a file is a case until a later one has it, ${by}`, async () => {
    const { [by]: app, sql, setClock, newProvider, openOf } = reconciling
    setClock('2026-03-02')
    const providerId = await newProvider()
    const boleto = someTransaction({
      ...{ method: 'BOLETO', providerId, createdAt: app.clock.now() },
      boleto: {
        ...{ ourNumber: '00031285570000000001', barcode: '', digitableLine: '' },
        ...{ dueDate: '2026-04-09', instructions: [], agencyAndAccount: '', wallet: '17' },
        ...{ registration: 'PENDING' },
        beneficiary: { name: 'GUICHE', document: '11222333000181', address: '' },
      },
    })
    const extraWrites = [write(remittanceRecordsWriter, registrationOf(boleto))]
    await app.journal.record(createChange(boleto, { links: app.links, extraWrites }))
    const recheck = async () => {
      await recheckCases(app, providerId)
      return openOf(providerId)
    }
    const open = [`boleto-not-written ${boleto.id}`]
    const number = (day: string) => {
      setClock(day)
      return numberRemittance(app, { providerId, agreement: providerId }, 10)
    }
    const { accountId, id: transactionId } = boleto
    const record = { accountId, transactionId, instruction: 'REGISTER' } as const
    const [first, second, third] = [1, 2, 3].map((sequence) => ({ providerId, sequence }))
    assert(first && second && third)

    await number('2026-03-03')
    await choosePart(app, first, { stored: null, leftOut: [record] })
    await reportNotWritten(app, boleto, { instruction: 'REGISTER', reason: 'no address' })
    assert.deepEqual(await recheck(), open)
    await number('2026-03-04')
    assert.deepEqual(await recheck(), open, 'the folder does not have the file yet')
    await choosePart(app, second, { stored: { part: 'x', folderId: 'x' }, leftOut: [] })
    assert.deepEqual(await recheck(), open)
    // The write-off waits for the registration, and has no case.
    await requestWriteOff(sql, boleto, app.clock.now())
    await markPublished(sql, second, app.clock.now())
    assert.deepEqual(await recheck(), [])

    await reportNotWritten(app, boleto, { instruction: 'WRITE_OFF', reason: 'no address' })
    assert.deepEqual(await recheck(), open, 'the registration is another instruction')
    await releaseWriteOff(sql, boleto, app.clock.now())
    await number('2026-03-05')
    await choosePart(app, third, { stored: { part: 'y', folderId: 'x' }, leftOut: [] })
    assert.deepEqual(await recheck(), open)
    await markPublished(sql, third, app.clock.now())
    assert.deepEqual(await recheck(), [])
  })
