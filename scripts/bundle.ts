import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'

const root = join(import.meta.dirname, '..')

/**
 * Bundles an entry with the modules it imports, as the text of one file. The published files have
 * no dependencies. @throws Error when the entry imports from outside its folder
 */
export function bundle(entry: string, format: 'esm' | 'iife'): string {
  const path = resolve(root, entry)
  const { outputFiles, metafile } = buildSync({
    entryPoints: [path],
    absWorkingDir: resolve(path, '..'),
    bundle: true,
    format,
    target: 'esnext',
    charset: 'utf8',
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  const foreign = Object.keys(metafile.inputs).find((input) => input.startsWith('..'))
  if (foreign !== undefined)
    throw new Error(`${entry} imports ${foreign}: the bundle takes files of its own folder only`)
  return outputFiles[0]?.text ?? ''
}
