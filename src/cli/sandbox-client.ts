import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './command.ts'
import { CommandFailure } from './command-failure.ts'

/**
 * Calls the running sandbox at the control address in `home`.
 * @throws UsageError when the sandbox did not accept the arguments
 * @throws CommandFailure with the sandbox's code and message, or when it does not respond
 */
export async function askSandbox(
  home: string,
  path: string,
  body: object,
  waitMs = 10_000,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(new URL(path, addressIn(home)), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(waitMs),
  }).catch((cause: unknown) => {
    throw new CommandFailure(
      'sandbox-unreachable',
      'o sandbox não responde: inicie-o com npm start',
      { cause },
    )
  })
  // Undefined: cut short, or of another program.
  const sent: unknown = await answer.json().catch(() => undefined)
  if (answer.ok && sent !== undefined) return fieldsOf(sent)
  const unknown = { code: answer.status, message: `o sandbox respondeu ${answer.status}` }
  const { code, message } = { ...unknown, ...fieldsOf(fieldsOf(sent).error) }
  if (answer.status === 400) throw new UsageError(message)
  throw new CommandFailure(String(code), message)
}

/** Whether a sandbox has been started with this home. */
export const hasSandbox = (home: string): boolean => existsSync(sandboxFile(home))

const sandboxFile = (home: string): string => join(home, 'sandbox.json')

function addressIn(home: string): string {
  try {
    return String(fieldsOf(JSON.parse(readFileSync(sandboxFile(home), 'utf8'))).url)
  } catch (cause) {
    const text = `não há sandbox em ${home}: inicie-o com npm start`
    throw new CommandFailure('no-sandbox', text, { cause })
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
