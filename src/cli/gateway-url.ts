import { isLoopbackOrigin } from '../http/server/cors.ts'
import { UsageError } from './usage-error.ts'

/**
 * The value of `--base-url`. Http is not encrypted: another machine of the network could read the
 * key or the login that is sent.
 * @throws UsageError
 */
export function gatewayUrl(text: string): string {
  const url = URL.parse(text)
  if (!url) throw new UsageError(`--base-url não é um endereço: ${text}`)
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackOrigin(text))
  if (!isSafe) throw new UsageError('--base-url: http só serve na própria máquina; use https')
  return text
}
