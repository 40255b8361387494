import type { ServerResponse } from 'node:http'

/**
 * Runs `run` when the response is closed: by its end, or because its client left. A response that
 * is closed already emits no `close` again, so `run` is called at once.
 */
export function onClosed(
  response: Pick<ServerResponse, 'closed' | 'destroyed' | 'once'>,
  run: () => void,
): void {
  if (response.closed || response.destroyed) run()
  else response.once('close', run)
}
