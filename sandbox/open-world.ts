import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { callLog } from './call-log.ts'
import { faultList } from './faults.ts'
import { openCodeBook } from './pix/code-book.ts'
import type { World } from './world.ts'

/**
 * Opens what all simulated providers share. State is stored in `home/sandbox.db` and survives
 * restarts. `now` is business time.
 */
export function openWorld({ home, now }: { home: string; now: () => Date }): World {
  mkdirSync(home, { recursive: true })
  const path = join(home, 'sandbox.db')
  // The file holds cards and keys of the sandbox's users: only its owner may read it, as with the
  // files SQLite puts beside it.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const db = new DatabaseSync(path)
  // The sandbox prefers speed over safety from a power cut. A crash of the process alone loses
  // nothing.
  db.exec(`
    pragma journal_mode = wal;
    pragma synchronous = off;
    pragma busy_timeout = 5000;
    pragma temp_store = memory;
  `)
  return { home, now, db, calls: callLog(now), faults: faultList(), codes: openCodeBook() }
}
