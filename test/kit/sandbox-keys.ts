import { existsSync } from 'node:fs'
import { cp, mkdtemp, rename } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Where the worlds of one run share the keys and certificates of the sandbox: making them takes
 * most of the time in which a world opens. A file run by hand makes its own.
 */
const shared = process.env.TEST_SANDBOX_KEYS
const keys = 'keys'
const folders = ['authority', 'wallet-authority']

/** Gives a new home the keys of the run. False: no world of the run has shared its own yet. */
export async function takeSandboxKeys(home: string): Promise<boolean> {
  if (!shared || !existsSync(join(shared, keys))) return false
  await cp(join(shared, keys), home, { recursive: true })
  return true
}

/** Shares the keys of a home whose sandbox has started. Those of the first world are kept. */
export async function shareSandboxKeys(home: string): Promise<void> {
  if (!shared || existsSync(join(shared, keys))) return
  const draft = await mkdtemp(join(shared, 'draft-'))
  for (const folder of folders)
    await cp(join(home, folder), join(draft, folder), { recursive: true })
  await rename(draft, join(shared, keys)).catch((cause) => {
    if (!existsSync(join(shared, keys))) throw cause // Another world was faster.
  })
}
