import { after } from 'node:test'
import { testFaults } from './acquirer-faults.ts'
import { openBench } from './cielo-bench.ts'

const bench = await openBench()
after(() => bench.stop())

testFaults(bench, {
  unknownReference: '5b0c6f1e-2d44-4e0b-9a57-6f3f0b8e9d21',
  secretFields: ['SecurityCode', 'CardNumber', 'cvv'],
  async openGone() {
    const gone = await openBench()
    await gone.stop()
    return gone.another()
  },
})
