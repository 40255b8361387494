import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

interface LockedPackage {
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optional?: boolean
}

/** docs/decisions/production-packages.md names them. Lower it when a package is removed. */
const mostPackages = 152

test('production installs no more packages than are known', async () => {
  const lockfile = await readFile(join(import.meta.dirname, '../package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, LockedPackage> }
  const installed = Object.entries(packages)
    .filter(
      ([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional,
    )
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  assert(
    installed.length <= mostPackages,
    `${installed.length} packages, ${mostPackages} are allowed: ${installed.sort().join(', ')}`,
  )
})
