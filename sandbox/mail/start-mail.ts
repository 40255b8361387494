import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { type Fault, isCarriedOut } from '../faults.ts'
import type { Simulator, World } from '../world.ts'
import { addMailRoutes } from './control-routes.ts'
import { openMailStore } from './mail-store.ts'

export interface MailOptions {
  readonly host: string
  /** 0: any. */
  readonly port: number
}

/** The faults that a sender of mails can distinguish. */
const mailFaults = [
  'timeout-before',
  'timeout-after',
  'error-400',
  'error-503',
  'done-then-500',
] as const satisfies readonly Fault[]

/** A mail server that accepts mails for every address, and delivers them to one inbox. */
export async function startMail(world: World, { host, port }: MailOptions): Promise<Simulator> {
  const store = openMailStore(world.db)

  const receive = (session: SMTPServerSession, raw: Buffer): SmtpReply | undefined => {
    const { mailFrom, rcptTo } = session.envelope
    const to = rcptTo.map(({ address }) => address)
    const fault = world.faults.take('mail', 'send')
    const isKept = fault === undefined || isCarriedOut(fault)
    const at = world.now()
    const n = isKept
      ? store.add({ at, from: mailFrom ? mailFrom.address : '', to, raw })
      : undefined
    world.calls.record({
      provider: 'mail',
      operation: 'send',
      reference: n === undefined ? null : `mail/${n}`,
      amount: null,
      outcome: fault === undefined ? 'accepted' : `fault:${fault}`,
    })
    return replyTo(fault)
  }

  const server = new SMTPServer({
    name: 'sandbox.localhost',
    banner: 'Guiche sandbox',
    // On a laptop the mails stay on the machine.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: 1024 * 1024,
    socketTimeout: 60_000,
    closeTimeout: 1_000,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('error', done)
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(smtpError(552, 'Message too large'))
        const reply = receive(session, Buffer.concat(parts))
        if (reply === 'silence') return
        done(reply)
      })
    },
  })
  // A client that closes its connection early is no error of this server.
  server.on('error', () => undefined)
  const listener = server.listen(port, host)
  await once(listener, 'listening')
  const url = `smtp://${host}:${(listener.address() as AddressInfo).port}`

  return {
    name: 'mail',
    url,
    credentials: { smtpUrl: url },
    operations: ['send'],
    faults: mailFaults,
    runDue: async () => 0,
    addRoutes: (control) => addMailRoutes(control, store),
    stop: () => new Promise((stopped) => server.close(stopped)),
  }
}

type SmtpReply = 'silence' | Error

function replyTo(fault: Fault | undefined): SmtpReply | undefined {
  switch (fault) {
    case undefined:
      return undefined
    case 'timeout-before':
    case 'timeout-after':
      return 'silence'
    case 'error-400':
      return smtpError(550, '5.1.1 No such mailbox')
    default:
      return smtpError(451, '4.3.0 Try again later')
  }
}

const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })
