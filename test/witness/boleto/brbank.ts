import { clientFiles } from '../client-files.ts'
import type { PythonWitness } from '../python-witness.ts'

/** A client of several banks. It issues, queries and cancels boletos of Inter. */
export const brbank: PythonWitness = {
  name: 'brbank',
  registry: 'PyPI',
  subject: 'Inter: boletos by API Cobrança v3, and their notices',
  script: 'inter_boletos.py',
  env: ({ credentials, controlUrl, home }) => ({
    INTER: JSON.stringify({ ...credentials.inter, ...clientFiles(home, credentials.inter) }),
    CONTROL: controlUrl,
  }),
}
