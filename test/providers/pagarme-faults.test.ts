import { after } from 'node:test'
import { testFaults } from './acquirer-faults.ts'
import { openPagarmeBench } from './pagarme-bench.ts'

const bench = await openPagarmeBench()
after(() => bench.stop())

testFaults(bench, {
  unknownReference: 'ch_0000000000000000',
  secretFields: ['cvv', '"number":"4', 'security_code'],
  async openGone() {
    const gone = await openPagarmeBench()
    await gone.stop()
    return gone.another()
  },
})
