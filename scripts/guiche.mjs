#!/usr/bin/env node
// npx guiche …
import { quickAnswer } from './quick-answer.mjs'

const argv = process.argv.slice(2)
const answer = quickAnswer(argv)
if (answer === undefined) await run()
else console.log(answer)

async function run() {
  const [{ join }, { root, runPinned }] = await Promise.all([
    import('node:path'),
    import('./install.mjs'),
  ])
  const isServer = argv.includes('serve')
  // SIGUSR1 would open an inspector, through which secrets can be read. A command that ends by
  // itself needs no second process: its first step takes the signal over.
  await runPinned(
    [...(isServer ? ['--disable-sigusr1'] : []), join(root, 'src/main.ts'), ...argv],
    {
      onOwnNode: true,
      isInProcess: !isServer,
    },
  )
}
