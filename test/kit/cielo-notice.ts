import assert from 'node:assert/strict'
import type { World } from './gateway.ts'

/** Posts a notice as Cielo does, which may be false, and waits until it has been handled. */
export async function postCieloNotice(
  world: World,
  notice: { readonly PaymentId: string | undefined; readonly ChangeType: number },
): Promise<void> {
  const { noticeHeaders } = world.sandbox.credentials.cielo as {
    readonly noticeHeaders: readonly { readonly name: string; readonly value: string }[]
  }
  const answer = await fetch(world.providers.noticeUrls.cielo ?? '', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...Object.fromEntries(noticeHeaders.map(({ name, value }) => [name, value])),
    },
    body: JSON.stringify(notice),
  })
  assert.equal(answer.status, 200)
}
