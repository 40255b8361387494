import { join } from 'node:path'
import type { PythonWitness } from '../python-witness.ts'

/** Reads Cielo's EDI version 15. The files are those that the sandbox writes of a small day. */
export const cieloEdi: PythonWitness = {
  name: 'cielo-edi',
  registry: 'PyPI',
  subject: 'daily files of the simulated Cielo: EDI version 15',
  script: 'read_cielo_edi.py',
  env: () => ({ EDI_FOLDER: join(import.meta.dirname, '../../vectors/cielo-edi') }),
}
