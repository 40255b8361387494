import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run, type Tools } from './tools.ts'

/** A generated client: what was compiled, and what it did with a sandbox gateway. */
export interface ClientResult {
  readonly generator: string
  /** `undefined`: it compiled and made a payment. Otherwise the first lines of what went wrong. */
  readonly failure?: string
}

/** The merchant whose payment a generated client makes. */
export interface ClientMerchant {
  readonly baseUrl: string
  readonly secretKey: string
}

interface Generation {
  readonly tools: Tools
  /** Holds `openapi.json`. */
  readonly folder: string
  readonly merchant: ClientMerchant
}

/** Generates each client from `openapi.json`, compiles it, and makes a payment with it. */
export async function tryClients(generation: Generation): Promise<ClientResult[]> {
  const results: ClientResult[] = []
  // One after the other: each of them takes a whole processor.
  for (const [generator, attempt] of Object.entries(clients)) {
    const failure = await attempt(generation).then(
      () => undefined,
      (cause: Error) => cause.message.slice(0, 4_000),
    )
    results.push({ generator, ...(failure !== undefined && { failure }) })
  }
  return results
}

const clients: Readonly<Record<string, (generation: Generation) => Promise<void>>> = {
  async 'openapi-typescript'({ tools, folder }) {
    await run(tools.openapiTypescript, ['openapi.json', '--output', 'types.ts'], folder)
    for (const tsc of [tools.tsc5, ownTsc])
      await run(tsc, [...strict, ...forNode, '--noEmit', 'types.ts'], folder)
  },
  async 'typescript-fetch'({ tools, folder, merchant }) {
    await generate('typescript-fetch', { tools, folder })
    const client = join(folder, 'typescript-fetch')
    await writeFile(join(client, 'pay.ts'), payInTypeScript)
    await run(tools.tsc5, [...strict, ...forBrowser, '--outDir', 'js', 'pay.ts'], client)
    await run(process.execPath, ['js/pay.js'], client, environment(merchant))
  },
  async python({ tools, folder, merchant }) {
    await generate('python', { tools, folder })
    const client = join(folder, 'python')
    await writeFile(join(client, 'pay.py'), payInPython)
    await run(tools.python, ['-m', 'compileall', '-q', 'openapi_client'], client)
    await run(tools.python, ['pay.py'], client, environment(merchant))
  },
}

/**
 * The document describes the requests to merchants too. The generators would write clients for
 * them, which do not compile, unless the parts to write are named.
 */
export const parts = 'apis,models,supportingFiles'

async function generate(
  generator: string,
  { tools, folder }: Pick<Generation, 'tools' | 'folder'>,
): Promise<void> {
  await mkdir(join(folder, generator))
  await run(
    tools.openapiGenerator,
    [
      'generate',
      '-i',
      'openapi.json',
      '-g',
      generator,
      '-o',
      generator,
      '--global-property',
      parts,
    ],
    folder,
  )
}

const ownTsc = join(import.meta.dirname, '../../node_modules/.bin/tsc')
const strict = ['--strict']
const forNode = ['--target', 'es2022', '--module', 'nodenext', '--exactOptionalPropertyTypes']
const forBrowser = ['--target', 'es2022', '--module', 'commonjs', '--lib', 'es2022,dom']

const environment = ({ baseUrl, secretKey }: ClientMerchant) => ({
  GUICHE_URL: baseUrl,
  GUICHE_SECRET_KEY: secretKey,
})

const payInTypeScript = `
import { Configuration, PagamentosApi } from './index'

declare const process: { env: Record<string, string> }

async function pay(): Promise<void> {
  const { GUICHE_URL: basePath, GUICHE_SECRET_KEY: password } = process.env
  const api = new PagamentosApi(new Configuration({ basePath, username: 'x', password }))
  const made = await api.postUserTransactions({
    createTransactionRequest: { amount: 1990, paymentMethod: 'PIX' },
  })
  const found = await api.getUserTransactionsId({ id: made.data.id })
  const list = await api.getUserTransactions({})
  if (found.data.status !== 'WAITING_PAYMENT' || list.data[0]?.id !== made.data.id)
    throw new Error(JSON.stringify(found))
}

pay()
`

const payInPython = `
import importlib
import os
import pkgutil

import openapi_client
from openapi_client import ApiClient, Configuration, CreateTransactionRequest, PagamentosApi

for module in pkgutil.walk_packages(openapi_client.__path__, "openapi_client."):
    importlib.import_module(module.name)

configuration = Configuration(
    host=os.environ["GUICHE_URL"], username="x", password=os.environ["GUICHE_SECRET_KEY"]
)
with ApiClient(configuration) as client:
    api = PagamentosApi(client)
    order = CreateTransactionRequest(amount=1990, payment_method="PIX")
    made = api.post_user_transactions(order)
    found = api.get_user_transactions_id(made.data.id)
    listed = api.get_user_transactions()
    assert found.data.status == "WAITING_PAYMENT", found
    assert listed.data[0].id == made.data.id, listed
`
