import { useState } from 'react'
import type {
  CreatedWebhookEndpointWire,
  CreateWebhookEndpointRequest,
} from '../../../contract/webhook-endpoint.ts'
import { call } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { webhookTexts } from './webhooks-texts.ts'

/** Adds an endpoint, and shows its secret once. */
export function NewEndpoint({
  isOpen,
  close,
}: {
  readonly isOpen: boolean
  readonly close: () => void
}) {
  const t = useTexts(webhookTexts)
  const [secret, setSecret] = useState<string>()
  const add = useChange(
    (body: CreateWebhookEndpointRequest) =>
      call<CreatedWebhookEndpointWire>('POST', '/api/user/webhooks/endpoints', { body }),
    { done: t.added, onDone: (created) => setSecret(created.secret) },
  )
  const finish = () => {
    close()
    setSecret(undefined)
    add.reset()
  }
  return (
    <Dialog title={secret === undefined ? t.add : t.secretTitle} isOpen={isOpen} onClose={finish}>
      {secret === undefined ? (
        <EndpointForm
          submit={t.add}
          isPending={add.isPending}
          error={add.error}
          onSubmit={(values) => add.mutate(values)}
        />
      ) : (
        <SecretOnce text={t.secretText} secret={secret} onKept={finish} />
      )}
    </Dialog>
  )
}
