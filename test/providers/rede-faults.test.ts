import { after } from 'node:test'
import { longSignal } from './acquirer-bench.ts'
import { testFaults } from './acquirer-faults.ts'
import { openRedeBench } from './rede-bench.ts'

const bench = await openRedeBench()
after(() => bench.stop())
// An aborted first call can end before the token request, and then no sale is sent.
await bench.acquirer.findSale('BEFOREALLTESTS', longSignal())

testFaults(bench, {
  // The response to a sale has a code and no status.
  sales: {
    'status-99': { outcome: 'approved', later: 'approved' },
    'error-401': { outcome: 'approved', later: 'approved' },
  },
  queries: {
    'status-99': { query: 'unknown', order: 'unknown' },
    'error-401': { query: 'approved', order: 'approved' },
  },
  changes: { 'error-401': { result: 'done', done: true } },
  refreshesToken: true,
  readsEach: false,
  unknownReference: '10000000000000000000',
  secretFields: ['securityCode', 'cardNumber', 'cvv'],
  async openGone() {
    const gone = await openRedeBench()
    await gone.stop()
    return gone.another()
  },
})
