// npm run drill -- NAME
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

const folder = join(root, 'test/drills')
const [name = '', ...rest] = process.argv.slice(2)
const file = join(folder, `${name}.ts`)
if (/^[a-z-]+$/.test(name) && existsSync(file)) runPinned([file, ...rest])
else {
  const names = readdirSync(folder).flatMap((each) => /^([a-z-]+)\.ts$/.exec(each)?.[1] ?? [])
  console.error(`npm run drill -- NAME, one of: ${names.join(', ')}`)
  process.exitCode = 1
}
