import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { callLog } from './call-log.ts'
import { faultList } from './faults.ts'
import type { World } from './world.ts'

/** What the simulated providers stand on. State is kept in `home/sandbox.db` and survives restarts; `now` is business time. */
export function openWorld({ home, now }: { home: string; now: () => Date }): World {
  mkdirSync(home, { recursive: true })
  const path = join(home, 'sandbox.db')
  // It holds cards and keys of whoever plays here: its owner's alone, as are the files SQLite puts beside it.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const db = new DatabaseSync(path)
  // The sandbox is quick rather than safe from a power cut: a crash of the process alone loses nothing.
  db.exec('pragma journal_mode = wal; pragma synchronous = off; pragma busy_timeout = 5000; pragma temp_store = memory')
  return { home, now, db, calls: callLog(now), faults: faultList() }
}
