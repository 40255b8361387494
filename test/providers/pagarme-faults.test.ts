import { after } from 'node:test'
import { testFaults } from './acquirer-faults.ts'
import { openPagarmeBench } from './pagarme-bench.ts'

for (const contract of ['gateway', 'psp'] as const) {
  // A token request would come before each sale. It has tests of its own.
  const open = () => openPagarmeBench({ contract, sendsTokens: false })
  const bench = await open()
  after(() => bench.stop())

  testFaults(bench, {
    name: `Pagar.me with ${contract}`,
    unknownReference: 'ch_0000000000000000',
    secretFields: ['cvv', '"number":"4', 'security_code'],
    async openGone() {
      const gone = await open()
      await gone.stop()
      return gone.another()
    },
  })
}
