import { join } from 'node:path'
import type { PythonWitness } from '../python-witness.ts'

/** Reads Rede's EEVC and EEFI. The files are those that the sandbox writes of a small day. */
export const redeEdi: PythonWitness = {
  name: 'rede-edi',
  registry: 'PyPI',
  subject: 'daily files of the simulated Rede: EEVC and EEFI',
  script: 'read_rede_edi.py',
  env: () => ({ EDI_FOLDER: join(import.meta.dirname, '../../vectors/rede-edi') }),
}
