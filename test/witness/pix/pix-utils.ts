import assert from 'node:assert/strict'
import { hasError, PixElementType, parsePix } from 'pix-utils'
import { writeDynamicBrCode } from '../../../src/brazil/write-br-code.ts'
import type { Witness } from '../witness.ts'

/** A reader of BR Codes. It reads what the gateway writes, and a code with a wrong CRC. */
export const pixUtils: Witness = {
  name: 'pix-utils',
  registry: 'npm',
  subject: 'BR Code: the copy-and-paste text of a dynamic charge',
  async run({ call }) {
    const location = 'pix.banco.exemplo.com.br/qr/v2/0123456789abcdef0123456789abcdef'
    const code = writeDynamicBrCode({ location, receiverName: 'Loja Exemplo', city: 'São Paulo' })
    await call('read a dynamic code', () => {
      const read = parsePix(code)
      assert(!hasError(read) && read.type === PixElementType.DYNAMIC)
      assert.deepEqual([read.url, read.merchantName], [location, 'Loja Exemplo'])
    })
    await call('refuse a wrong checksum', () => {
      const last = code.endsWith('0') ? '1' : '0'
      assert(hasError(parsePix(`${code.slice(0, -1)}${last}`)))
    })
  },
}
