import { brbank } from './boleto/brbank.ts'
import { applePayJs } from './cards/apple-pay-js.ts'
import { cielo } from './cards/cielo.ts'
import { eredeNode } from './cards/erede-node.ts'
import { pagarme } from './cards/pagarme.ts'
import { cieloEdi } from './files/cielo-edi.ts'
import { nodejsCnab } from './files/nodejs-cnab.ts'
import { redeEdi } from './files/rede-edi.ts'
import { bacen } from './pix/bacen.ts'
import { efiSdk } from './pix/efi-sdk.ts'
import { efipay } from './pix/efipay.ts'
import { pixUtils } from './pix/pix-utils.ts'
import { pypixApi } from './pix/pypix-api.ts'
import { wooviSdk } from './pix/woovi-sdk.ts'
import type { PythonWitness } from './python-witness.ts'
import { pythonStandardWebhooks, standardWebhooks } from './standard-webhooks.ts'
import type { Witness } from './witness.ts'

/** Every witness that `npm test` runs, in the order of the table. */
export const witnesses: readonly Witness[] = [
  cielo,
  eredeNode,
  pagarme,
  applePayJs,
  bacen,
  efiSdk,
  wooviSdk,
  pixUtils,
  nodejsCnab,
  standardWebhooks,
]

/** Those that need packages of PyPI: `npm run witnesses -- --python` runs them too. */
export const pythonWitnesses: readonly PythonWitness[] = [
  pypixApi,
  efipay,
  brbank,
  cieloEdi,
  redeEdi,
  pythonStandardWebhooks,
]
