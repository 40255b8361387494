import { startEfi } from '../../../sandbox/efi/start-efi.ts'
import { clientFiles } from '../client-files.ts'
import type { PythonWitness } from '../python-witness.ts'
import { anyPort, newCode, payNewCharge, playBank } from './played-bank.ts'

/** The SDK of Efí for Python, with the key that receives and the same key as the one that pays. */
export const efipay: PythonWitness = {
  name: 'efipay',
  registry: 'PyPI',
  subject: 'Efí: charges, batches, locations, refunds, webhooks, sent payments and statements',
  script: 'efi.py',
  beside: (stage, act) =>
    playBank(stage, 'efi', async (played) => {
      const endToEndId = await payNewCharge(played)
      const receiving = { ...played.bank.credentials, endToEndId, code: await newCode(played) }
      const efi = await startEfi(played.world, anyPort)
      try {
        const credentials = { ...stage.credentials, pix: receiving, efi: efi.credentials }
        await act({ ...stage, credentials })
      } finally {
        await efi.stop()
      }
    }),
  env: ({ credentials: { pix, efi }, home }) => ({
    RECEIVING: JSON.stringify({ ...pix, ...clientFiles(home, pix) }),
    PAYING: JSON.stringify({ ...efi, ...clientFiles(home, efi) }),
  }),
}
