import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../src/primitives/clock.ts'
import { ediPlace } from '../../src/providers/cielo/edi-files.ts'
import { readEdiDay } from '../../src/providers/cielo/read-edi.ts'
import { openPairedFiles } from '../../src/providers/statement/paired-files.ts'
import { openSftpFolder } from '../../src/providers/statement/sftp-client.ts'
import { reservePort } from '../kit/reserve-port.ts'

/*
 * npm run drill -- sftp: the OpenSSH server of this machine serves the EDI files of
 * test/vectors/cielo-edi, and the mailbox of Cielo reads them. Debian has it in the package
 * openssh-server.
 */

const edi = { placeOf: ediPlace, readDay: readEdiDay }
const sshd = '/usr/sbin/sshd'
if (!existsSync(sshd)) throw new Error(`${sshd} is not installed: apt-get install openssh-server`)

const home = mkdtempSync(join(tmpdir(), 'guiche-sftp-'))
const port = await reservePort()
const keys = ['host', 'client', 'foreign'].map((name) => {
  const file = join(home, name)
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file])
  return file
})
const [hostKey = '', clientKey = '', foreignKey = ''] = keys
const box = join(home, 'box')
mkdirSync(box)
for (const option of ['03', '04'])
  cpSync(
    join(import.meta.dirname, `../vectors/cielo-edi/CIELO${option}.TXT`),
    join(box, `CIELO${option}_1234567890_20260410_0000007.TXT`),
  )
mkdirSync('/run/sshd', { recursive: true })
writeFileSync(
  join(home, 'config'),
  `Port ${port}
ListenAddress 127.0.0.1
HostKey ${hostKey}
PidFile none
AuthorizedKeysFile ${clientKey}.pub
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
Subsystem sftp internal-sftp
ForceCommand internal-sftp
`,
)
const server = spawn(sshd, ['-D', '-f', join(home, 'config')], { stdio: 'inherit' })
try {
  while (!(await isListening())) await pause(50)
  const settings = {
    ...{ host: '127.0.0.1', port, user: userInfo().username, folder: box },
    privateKey: readFileSync(clientKey, 'utf8'),
    hostKey: fingerprintOf(hostKey),
  }
  const wanted = { since: '2026-01-01', now: systemClock().now() }
  const listed = (change: object = {}) =>
    openPairedFiles(openSftpFolder({ ...settings, ...change }), edi).list(
      wanted,
      AbortSignal.timeout(20_000),
    )
  assert.deepEqual(await listed(), { kind: 'listed', names: ['2026-04-10'] })
  const rows = await Array.fromAsync(
    openPairedFiles(openSftpFolder(settings), edi).read('2026-04-10', AbortSignal.timeout(20_000)),
  )
  assert.equal(rows.at(-1)?.kind, 'trailer')
  for (const change of [
    { hostKey: fingerprintOf(foreignKey) },
    { privateKey: readFileSync(foreignKey, 'utf8') },
  ])
    assert.equal((await listed(change)).kind, 'unknown')
  console.log(`${rows.length} rows were read. Another host key and another client were refused.`)
} finally {
  server.kill()
  rmSync(home, { recursive: true })
}

function fingerprintOf(key: string): string {
  const shown = execFileSync('ssh-keygen', ['-lf', `${key}.pub`], { encoding: 'utf8' })
  return shown.split(' ')[1] ?? ''
}

function isListening(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
