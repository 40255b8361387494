import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openWorld } from '../test/kit/gateway.ts'
import { readArgs, usage } from './openapi/arguments.ts'
import { type ClientResult, tryClients } from './openapi/clients.ts'
import { fuzz } from './openapi/fuzz.ts'
import type { FuzzResult, OperationCount } from './openapi/fuzz-counts.ts'
import { type LintResult, lint, writeDocument } from './openapi/lint.ts'
import { installTools } from './openapi/tools.ts'
import { exitWithParent } from './supervise.ts'

exitWithParent()
/** Prints tables. Returns 1 when something is not as it should be, and 2 after a wrong call. */
async function checkOpenApi(args: readonly string[]): Promise<number> {
  const call = readArgs(args)
  if (!call) {
    console.error(usage)
    return 2
  }
  const folder = await mkdtemp(join(tmpdir(), 'guiche-openapi-'))
  try {
    await writeDocument(folder, 'https://pagamentos.exemplo')
    const isLintClean = !call.wants('lint') || showLint(await lint(folder))
    if (!call.wants('clients') && !call.wants('fuzz')) return isLintClean ? 0 : 1
    console.log('\nInstalling the tools…')
    const toolsFolder = call.tools ? resolve(call.tools) : join(folder, 'tools')
    await mkdir(toolsFolder, { recursive: true })
    const tools = await installTools(toolsFolder)
    const areClientsClean =
      !call.wants('clients') || showClients(await withMerchant({ folder, tools }))
    const isFuzzClean =
      !call.wants('fuzz') ||
      showFuzz(await fuzz({ folder, schemathesis: tools.schemathesis, ...call }), call)
    return isLintClean && areClientsClean && isFuzzClean ? 0 : 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function withMerchant(given: Omit<Parameters<typeof tryClients>[0], 'merchant'>) {
  const world = await openWorld()
  try {
    await writeDocument(given.folder, world.baseUrl)
    const { secretKey } = await world.newMerchant()
    return await tryClients({ ...given, merchant: { baseUrl: world.baseUrl, secretKey } })
  } finally {
    await world.close()
  }
}

function showLint({ errors, warnings, ignored, problems }: LintResult): boolean {
  console.log(`
| Redocly, recommended rules | |
|---|---|
| errors | ${errors} |
| warnings | ${warnings} |
| exceptions with a reason | ${ignored} |`)
  for (const problem of problems) console.log(problem)
  return errors + warnings === 0
}

function showClients(results: readonly ClientResult[]): boolean {
  console.log('\n| generated client | result |\n|---|---|')
  for (const { generator, failure } of results)
    console.log(`| ${generator} | ${failure === undefined ? works[generator] : '**fails**'} |`)
  for (const { failure } of results) if (failure !== undefined) console.log(failure)
  return results.every(({ failure }) => failure === undefined)
}

const works: Readonly<Record<string, string>> = {
  'openapi-typescript': 'compiles (strict, TypeScript 5 and 7)',
  'typescript-fetch': 'compiles (strict), and made a PIX',
  python: 'compiles, every module is imported, and made a PIX',
}

function showFuzz(
  { cases, isClean, operations }: FuzzResult,
  call: { readonly cases: number; readonly routes: boolean; readonly more: readonly string[] },
): boolean {
  const tested = operations.filter(({ responses }) => call.more.length === 0 || responses > 0)
  const unreached = tested.filter(({ reached }) => reached === 0)
  const shareOf = (name: string) => percent(tested, ({ byClass }) => byClass[name] ?? 0)
  if (call.routes) showRoutes(tested)
  console.log(`
| Schemathesis | |
|---|---|
| responses checked | ${cases} |
| failures | ${isClean ? 0 : '**see above**'} |
| 2xx, 3xx, 4xx, 5xx | ${['2xx', '3xx', '4xx', '5xx'].map(shareOf).join(', ')} |
| responses of handlers | ${percent(tested, ({ reached }) => reached)} |
| routes | ${tested.length} |
| routes with a 2xx or a 3xx | ${tested.filter(hasSuccess).length} |
| routes whose handler was not reached | ${unreached.length} |`)
  for (const { name } of unreached) console.log(name)
  const isWhole = call.more.length > 0 || cases >= call.cases
  if (!isWhole) console.log(`fewer responses than ${call.cases}`)
  return isClean && isWhole && unreached.length === 0
}

const hasSuccess = ({ byClass }: OperationCount): boolean =>
  (byClass['2xx'] ?? byClass['3xx']) !== undefined

function percent(
  operations: readonly OperationCount[],
  partOf: (operation: OperationCount) => number,
): string {
  const sum = (of: (operation: OperationCount) => number) =>
    operations.reduce((total, each) => total + of(each), 0)
  return `${((100 * sum(partOf)) / sum(({ responses }) => responses)).toFixed(1)} %`
}

function showRoutes(operations: readonly OperationCount[]): void {
  console.log('\n| route | responses | 2xx | 3xx | 4xx | 5xx | of the handler |')
  console.log('|---|---|---|---|---|---|---|')
  for (const operation of operations) {
    const { name, responses, byClass, reached } = operation
    const shares = ['2xx', '3xx', '4xx', '5xx'].map((each) => byClass[each] ?? 0)
    console.log(`| ${[name, responses, ...shares, reached].join(' | ')} |`)
  }
}

process.exit(await checkOpenApi(process.argv.slice(2)))
