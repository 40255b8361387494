import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { joinDeclarations } from './join-declarations.ts'
import { joinModules } from './join-modules.ts'

/**
 * What is published and what browsers load, by path from the root: the Device Pay helper as a module, as a script, its
 * types; the verifier of webhooks and its types; the sandbox's session.
 */
export function buildSdk(): Readonly<Record<string, string>> {
  const helper = joinModules(helperEntry)
  const webhooks = joinModules(webhooksEntry)
  const session = joinModules(join(root, 'sandbox/wallet/browser/session/device-pay-session.ts'))
  return {
    'sdk/device-pay/device-pay.mjs': format(
      `${banner('sdk/device-pay/src')}${helper.code}\nexport { ${helper.names.join(', ')} }`,
    ),
    'sdk/device-pay/device-pay.js': format(
      `${banner('sdk/device-pay/src')}globalThis.DevicePay = (() => {\n${helper.code}\nreturn { ${helper.names.join(', ')} }\n})()`,
    ),
    'sdk/device-pay/device-pay.d.ts': format(
      `${banner('sdk/device-pay/src')}${joinDeclarations(helperEntry)}`,
      'x.d.ts',
    ),
    'sdk/webhooks/webhooks.mjs': format(
      `${banner('sdk/webhooks/src')}${webhooks.code}\nexport { ${webhooks.names.join(', ')} }`,
    ),
    'sdk/webhooks/webhooks.d.ts': format(`${banner('sdk/webhooks/src')}${joinDeclarations(webhooksEntry)}`, 'x.d.ts'),
    'sandbox/wallet/browser/session.js': format(
      `${banner('sandbox/wallet/browser/session')}globalThis.DevicePaySession = (() => {\n${session.code}\nreturn DevicePaySession\n})()`,
    ),
  }
}

const root = join(import.meta.dirname, '..')
const helperEntry = join(root, 'sdk/device-pay/src/device-pay.ts')
const webhooksEntry = join(root, 'sdk/webhooks/src/webhooks.ts')
const tools = join(root, 'node_modules/.bin')
const banner = (from: string) => `// Made of ${from} by scripts/build-sdk.ts: change it there.\n`

/** In the style of the repository, so that a merchant can read it before trusting it. */
function format(text: string, name = 'x.js'): string {
  return run(join(tools, 'biome'), ['check', '--write', `--stdin-file-path=sdk/device-pay/${name}`], text)
}

function run(tool: string, args: readonly string[], input: string): string {
  const { status, stdout, stderr } = spawnSync(tool, args, { cwd: root, input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${stderr || stdout}`)
  return stdout
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(buildSdk())) writeFileSync(join(root, path), text)
}
