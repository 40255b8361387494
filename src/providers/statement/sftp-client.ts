import { createHash, timingSafeEqual } from 'node:crypto'
import ssh2, { type ConnectConfig, type SFTPWrapper } from 'ssh2'
import { connectMs } from '../polling/timeouts.ts'
import { SettlementFileBroken } from './broken.ts'
import { usualDownloadLimits } from './download-client.ts'
import { type FileFolder, isFileName } from './file-folder.ts'
import type { MailboxSettings } from './mailbox.ts'

/** From the connection to the end of the authentication. */
const readyMs = 5 * connectMs
/** Without an answer of the server for this time the connection counts as lost. */
const keepaliveMs = 10_000
/** Files are read one after another: the connection stays for the next one. */
const idleMs = 1_000

interface Connection {
  readonly sftp: Promise<SFTPWrapper>
  /** Aborted when the connection has ended. */
  readonly ended: AbortSignal
  end(): void
}

/**
 * The key of the server must be the one in the settings: our credentials go to no other server,
 * wherever the name of the host leads.
 */
export function openSftpFolder(settings: MailboxSettings): FileFolder {
  const folder = (settings.folder ?? '.').replace(/\/+$/, '') || '/'
  let current: Connection | undefined
  let users = 0
  let idle: NodeJS.Timeout | undefined

  const use = (): Connection => {
    clearTimeout(idle)
    users += 1
    if (!current || current.ended.aborted) current = connectTo(settings)
    return current
  }
  const release = () => {
    users -= 1
    if (users === 0) idle = setTimeout(() => current?.end(), idleMs).unref()
  }

  return {
    async names(signal) {
      const { sftp, ended } = use()
      try {
        const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
        const over = AbortSignal.any([signal, ended])
        const giveUp = () => reject(new Error('sftp: the connection ended, or took too long'))
        over.addEventListener('abort', giveUp, { once: true })
        sftp.then(
          (open) =>
            open.readdir(folder, (error, entries) =>
              error
                ? reject(withoutContent(error))
                : resolve(
                    entries.filter(({ attrs }) => attrs.isFile()).map(({ filename }) => filename),
                  ),
            ),
          reject,
        )
        return await promise
      } finally {
        release()
      }
    },
    async *read(name, signal) {
      if (!isFileName(name)) throw new Error('not the name of a file')
      const { sftp, ended } = use()
      try {
        const over = AbortSignal.any([signal, ended])
        yield* bytesOf(await sftp, { path: `${folder}/${name}`, over })
      } finally {
        release()
      }
    },
    close() {
      clearTimeout(idle)
      current?.end()
    },
  }
}

function connectTo(settings: MailboxSettings): Connection {
  const client = new ssh2.Client()
  const { promise, resolve, reject } = Promise.withResolvers<SFTPWrapper>()
  promise.catch(() => {}) // Reported to each caller that waits for it.
  const ended = new AbortController()
  const fail = (cause: unknown) => {
    reject(withoutContent(cause))
    ended.abort()
  }
  client
    .on('ready', () =>
      client.sftp((error, sftp) => (error ? fail(error) : resolve(sftp.on('error', fail)))),
    )
    .on('error', fail)
    .on('close', () => fail(new Error('the connection ended')))
    .connect(connectConfig(settings))
  return {
    sftp: promise,
    ended: ended.signal,
    end() {
      fail(new Error('the connection was closed'))
      client.end()
    },
  }
}

async function* bytesOf(
  sftp: SFTPWrapper,
  { path, over }: { readonly path: string; readonly over: AbortSignal },
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = sftp.createReadStream(path)
  stream.on('error', () => {}) // Reported where the stream is read, and only there.
  const cut = () => stream.destroy(new Error('the connection ended, or took too long'))
  over.addEventListener('abort', cut, { once: true })
  let left = usualDownloadLimits.bytes
  try {
    if (over.aborted) throw new Error('the connection ended')
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      left -= chunk.length
      if (left < 0) throw new Error('the file is too large')
      yield chunk
    }
    if (over.aborted) throw new Error('the connection ended')
  } catch (cause) {
    throw new SettlementFileBroken('the file was not read to its end', {
      cause: withoutContent(cause),
    })
  } finally {
    over.removeEventListener('abort', cut)
    stream.destroy()
  }
}

const connectConfig = ({
  host,
  port = 22,
  user,
  password,
  privateKey,
  hostKey,
}: MailboxSettings): ConnectConfig => ({
  host,
  port,
  username: user,
  ...(password !== undefined && { password }),
  ...(privateKey !== undefined && { privateKey }),
  readyTimeout: readyMs,
  keepaliveInterval: keepaliveMs,
  keepaliveCountMax: 2,
  hostVerifier: (key: Buffer) => isSameKey(key, hostKey),
})

function isSameKey(key: Buffer, fingerprint: string): boolean {
  const digest = createHash('sha256').update(key).digest()
  return timingSafeEqual(digest, Buffer.from(fingerprint.slice('SHA256:'.length), 'base64'))
}

/** An error of the library can hold what the server sent, so only its own words are kept. */
const withoutContent = (cause: unknown): Error =>
  new Error(`sftp: ${cause instanceof Error ? cause.message.slice(0, 200) : 'failed'}`)
