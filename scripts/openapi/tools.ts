import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The tools that only this check needs, at exact versions, in a folder of their own.
 * openapi-typescript needs TypeScript 5, which this repository does not have.
 */
const npmPackages = { 'openapi-typescript': '7.13.0', typescript: '5.9.3' }

export interface Tools {
  readonly openapiTypescript: string
  /** TypeScript 5, the oldest one that reads what the generators write. */
  readonly tsc5: string
  readonly python: string
  readonly schemathesis: string
  /** The Java program of openapi-generator, which its Python package brings. */
  readonly openapiGenerator: string
}

/** Installs the tools, unless the folder has them. They come from npm and PyPI. */
export async function installTools(folder: string): Promise<Tools> {
  const npm = join(folder, 'npm')
  const venv = join(folder, 'python')
  await mkdir(npm, { recursive: true })
  await writeFile(
    join(npm, 'package.json'),
    JSON.stringify({ private: true, dependencies: npmPackages }),
  )
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], npm)
  await run('python3', ['-m', 'venv', venv], folder)
  const requirements = join(import.meta.dirname, 'requirements.txt')
  await run(join(venv, 'bin/pip'), ['install', '--quiet', '-r', requirements], folder)
  const bin = (name: string) => join(npm, 'node_modules/.bin', name)
  return {
    openapiTypescript: bin('openapi-typescript'),
    tsc5: bin('tsc'),
    python: join(venv, 'bin/python'),
    schemathesis: join(venv, 'bin/schemathesis'),
    openapiGenerator: join(venv, 'bin/openapi-generator-cli'),
  }
}

/** Runs a program to its end. Throws with its output when it fails. */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const [out, err, [code]] = await Promise.all([
    Array.fromAsync(child.stdout),
    Array.fromAsync(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  const text = Buffer.concat(out).toString()
  if (code === 0) return text
  const output = (text + Buffer.concat(err).toString()).split('\n').slice(-mostLines).join('\n')
  throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`)
}

const mostLines = 60
