import { after } from 'node:test'
import { testFaults } from './acquirer-faults.ts'
import { openRedeBench } from './rede-bench.ts'

const bench = await openRedeBench()
after(() => bench.stop())

testFaults(bench, {
  // The response to a sale has a code and no status.
  sales: { 'status-99': { outcome: 'approved', later: 'approved' } },
  queries: { 'status-99': { query: 'unknown', order: 'unknown' } },
  readsEach: false,
  unknownReference: '10000000000000000000',
  secretFields: ['securityCode', 'cardNumber', 'cvv'],
  async openGone() {
    const gone = await openRedeBench()
    await gone.stop()
    return gone.another()
  },
})
