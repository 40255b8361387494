import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundle } from './bundle.ts'
import { emitDeclarations } from './emit-declarations.ts'
import { sdkTypes } from './sdk-types.ts'

/** Sources of the server SDK that follow from the contract, by path from the root. */
export const sdkSources = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(sdkTypes()).map(([name, text]) => [
      `sdk/server/src/types/${name}`,
      format(`${typesNote}${text}\n`, name),
    ]),
  )

/**
 * The files that are published and that browsers load, by path from the root: the Device Pay helper
 * as a module and as a script, its part of the checkout page, the server SDK, the verifier of
 * webhooks, their types, and the sandbox's session. The sources must be up to date.
 */
export function buildSdk(): Readonly<Record<string, string>> {
  return {
    'sdk/device-pay/device-pay.mjs': code('sdk/device-pay/src/device-pay.ts', 'esm'),
    'sdk/device-pay/device-pay.js': code('sdk/device-pay/src/script.ts', 'iife'),
    ...types('sdk/device-pay/src/device-pay.ts', 'sdk/device-pay'),
    'checkout/form/device-pay.js': code('sdk/device-pay/src/hosted-form.ts', 'iife'),
    'sdk/webhooks/webhooks.mjs': code('sdk/server/src/webhooks/webhooks.ts', 'esm'),
    ...types('sdk/server/src/webhooks/webhooks.ts', 'sdk/webhooks'),
    'sdk/server/dist/server.mjs': code('sdk/server/src/server.ts', 'esm'),
    ...types('sdk/server/src/server.ts', 'sdk/server/dist'),
    'sandbox/wallet/browser/session.js': code('sandbox/wallet/browser/session/script.ts', 'iife'),
  }
}

const code = (entry: string, as: 'esm' | 'iife'): string =>
  format(`${note(entry)}${bundle(entry, as)}`, 'x.js')

/** One file for each module: TypeScript does not join declarations. */
const types = (entry: string, folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(emitDeclarations(entry)).map(([name, text]) => [
      `${folder}/${name}`,
      format(`${note(entry)}${text}`, name),
    ]),
  )

const typesNote = '// Made from contract/ by scripts/build-sdk.ts. Make changes there.\n\n'
const root = join(import.meta.dirname, '..')
const note = (entry: string) =>
  `// Made from ${dirname(entry)} by scripts/build-sdk.ts. Make changes there.\n`

/** In the style of the repository, so that a merchant can read it before trusting it. */
function format(text: string, name: string): string {
  const biome = join(root, 'node_modules/.bin/biome')
  const args = ['check', '--write', `--stdin-file-path=sdk/device-pay/${name}`]
  const { status, stdout, stderr } = spawnSync(biome, args, {
    cwd: root,
    input: text,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`biome ${args.join(' ')}: ${stderr || stdout}`)
  return stdout
}

if (import.meta.main) {
  for (const build of [sdkSources, buildSdk])
    for (const [path, text] of Object.entries(build())) {
      mkdirSync(join(root, dirname(path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
}
