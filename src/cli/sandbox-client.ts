import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './command.ts'

/**
 * Calls the running sandbox at the control address in `home`.
 * @throws UsageError with the sandbox's message
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
    throw new UsageError('o sandbox não responde: inicie-o com npm start', { cause })
  })
  const fields = fieldsOf(await answer.json())
  if (!answer.ok)
    throw new UsageError(
      String(fieldsOf(fields.error).message ?? `o sandbox respondeu ${answer.status}`),
    )
  return fields
}

/** Whether a sandbox has been started with this home. */
export const hasSandbox = (home: string): boolean => existsSync(sandboxFile(home))

const sandboxFile = (home: string): string => join(home, 'sandbox.json')

function addressIn(home: string): string {
  try {
    return String(fieldsOf(JSON.parse(readFileSync(sandboxFile(home), 'utf8'))).url)
  } catch (cause) {
    throw new UsageError(`não há sandbox em ${home}: inicie-o com npm start`, { cause })
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
