import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

const manifest = findPackageJSON('.', import.meta.url) ?? ''

/**
 * The folder of package.json: the repository, or an installed package, whose program is in `dist/`.
 * The files that a build makes are at the same place in both.
 */
export const packageRoot = dirname(manifest)

/** The version of this program. */
export const version = (): string =>
  (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
