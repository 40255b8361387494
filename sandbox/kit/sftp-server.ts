import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import ssh2, { type AuthContext, type Connection, type SFTPWrapper } from 'ssh2'
import { randomBase62 } from '../../src/primitives/id.ts'
import { openMemory } from '../memory-store.ts'
import type { World } from '../world.ts'
import { openNamedValues } from './named-values.ts'
import { isSameSecret } from './same-secret.ts'

/** The files of a mailbox, as they are when a client looks. */
export interface Mailbox {
  names(): readonly string[]
  /** `undefined`: there is no such file. */
  read(name: string): Buffer | undefined
}

export interface SftpServerOptions {
  readonly host: string
  /** The provider's name in the call log and in faults. */
  readonly provider: string
  readonly user: string
  readonly mailbox: Mailbox
}

const { Server, utils } = ssh2
const { STATUS_CODE, OPEN_MODE } = utils.sftp

/** A mailbox that is read by SFTP. Its operations are `file.list` and `file.get`. */
export async function startSftpServer(
  world: World,
  { host, provider, user, mailbox }: SftpServerOptions,
) {
  const values = openNamedValues(world.db, `${provider}_mailbox`)
  const password = values.keep('password', () => randomBase62(24))
  // One of 250 Ed25519 keys that the library makes is malformed.
  const hostKey = values.keep(
    'host-key',
    () => utils.generateKeyPairSync('ecdsa', { bits: 256 }).private,
  )
  const parsed = utils.parseKey(hostKey)
  if (parsed instanceof Error) throw parsed
  const clients = new Set<Connection>()
  const server = new Server({ hostKeys: [hostKey] }, (client) => {
    clients.add(client)
    client
      .on('authentication', (context) => authenticate(context, { user, password }))
      .on('ready', () =>
        client.on('session', (accept) =>
          accept().on('sftp', (acceptSftp) => serve(acceptSftp(), client)),
        ),
      )
      .on('error', () => {}) // A client that left. The next connection is a new one.
      .on('close', () => clients.delete(client))
  })

  /** Logs a call. Returns true when a fault ended the connection instead. */
  const isFaulty = (client: Connection, operation: string, reference: string | null): boolean => {
    const fault = world.faults.takeNamed(provider, operation)
    const outcome = fault ? `fault:${fault}` : 'found'
    world.calls.record({ provider, operation, reference, amount: null, outcome })
    if (fault) client.end()
    return fault !== undefined
  }

  function serve(sftp: SFTPWrapper, client: Connection): void {
    const handles = new Map<number, { readonly names?: string[]; readonly file?: Buffer }>()
    let last = 0
    const open = (id: number, entry: { names?: string[]; file?: Buffer }) => {
      last += 1
      handles.set(last, entry)
      const handle = Buffer.alloc(4)
      handle.writeUInt32BE(last)
      sftp.handle(id, handle)
    }
    const entryOf = (handle: Buffer) => handles.get(handle.length === 4 ? handle.readUInt32BE() : 0)
    sftp
      .on('REALPATH', (id, path) => sftp.name(id, [nameOf(path === '.' ? '/' : path, 0o40_755)]))
      .on('OPENDIR', (id) => {
        if (!isFaulty(client, 'file.list', null)) open(id, { names: [...mailbox.names()] })
      })
      .on('READDIR', (id, handle) => {
        const names = entryOf(handle)?.names?.splice(0)
        if (!names?.length) return sftp.status(id, STATUS_CODE.EOF)
        return sftp.name(
          id,
          names.map((name) => nameOf(name, 0o100_644)),
        )
      })
      .on('OPEN', (id, path, flags) => {
        if (flags & ~OPEN_MODE.READ) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED)
        const name = path.replace(/^.*\//, '')
        if (isFaulty(client, 'file.get', name)) return undefined
        const file = mailbox.read(name)
        return file ? open(id, { file }) : sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
      })
      .on('READ', (id, handle, offset, length) => {
        const file = entryOf(handle)?.file
        if (!file) return sftp.status(id, STATUS_CODE.FAILURE)
        const part = file.subarray(offset, offset + length)
        return part.length === 0 ? sftp.status(id, STATUS_CODE.EOF) : sftp.data(id, part)
      })
      .on('FSTAT', (id, handle) =>
        sftp.attrs(id, attrsOf(0o100_644, entryOf(handle)?.file?.length ?? 0)),
      )
      .on('CLOSE', (id, handle) => {
        handles.delete(handle.readUInt32BE())
        sftp.status(id, STATUS_CODE.OK)
      })
  }

  const memory = openMemory(world.db)
  const portName = `port-${provider}-mailbox`
  const listen = (port: number): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
    return promise
  }
  await listen(memory.recall(portName) ?? 0).catch(() => listen(0))
  const { port } = server.address() as AddressInfo
  memory.remember(portName, port)
  const digest = createHash('sha256').update(parsed.getPublicSSH()).digest('base64')
  return {
    settings: { host, port, user, password, hostKey: `SHA256:${digest.replace(/=+$/, '')}` },
    async stop() {
      for (const client of clients) client.end()
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      await promise
    },
  }
}

function authenticate(
  context: AuthContext,
  { user, password }: { readonly user: string; readonly password: string },
): void {
  const isKnown =
    context.method === 'password' &&
    isSameSecret(`${context.username}:${context.password}`, `${user}:${password}`)
  if (isKnown) context.accept()
  else context.reject(['password'])
}

const attrsOf = (mode: number, size: number) => ({ mode, size, uid: 0, gid: 0, atime: 0, mtime: 0 })

/** An entry of a list. Its size is not known before the file is made. */
const nameOf = (filename: string, mode: number) => ({
  filename,
  longname: `${mode === 0o40_755 ? 'drwxr-xr-x' : '-rw-r--r--'} 1 mailbox mailbox ${filename}`,
  attrs: attrsOf(mode, 0),
})
