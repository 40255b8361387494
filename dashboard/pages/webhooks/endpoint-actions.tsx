import { Button, Menu, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import type { PingWire, WebhookEndpointWire } from '../../../contract/webhook-endpoint.ts'
import type { WebhookSecretWire } from '../../../contract/webhook-secret.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Failure } from '../../parts/failure.tsx'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { webhookTexts } from './webhooks-texts.ts'

type Dialog = 'rotate' | 'remove'

/** A test at once; the rest in a menu, because it is rare. */
export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpointWire }) {
  const t = useTexts(webhookTexts)
  const may = useMay()
  const [dialog, setDialog] = useState<Dialog>()
  const path = `/api/user/webhooks/endpoints/${endpoint.id}` as const
  const isPaused = endpoint.status === 'paused'
  const ping = useChange(() => call<PingWire>('POST', `${path}/ping`), {
    onDone: ({ delivered, status, durationMs, error }) =>
      notifications.show({
        color: delivered ? 'guiche' : 'red',
        message: delivered
          ? t.testDelivered(status ?? 0, durationMs)
          : t.testFailed(error ?? String(status)),
      }),
  })
  const toggle = useChange(
    () => call('PATCH', path, { body: { status: isPaused ? 'active' : 'paused' } }),
    { done: isPaused ? t.resumed : t.paused },
  )
  const error = ping.error ?? toggle.error
  return (
    <>
      {error && <Failure error={error} />}
      <Button variant="default" onClick={() => ping.mutate()} loading={ping.isPending}>
        {t.test}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px="xs" aria-label={t.status}>
            <EllipsisVertical size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => toggle.mutate()}>{isPaused ? t.resume : t.pause}</Menu.Item>
          {may.atAccount('webhook-secret:rotate') && (
            <Menu.Item onClick={() => setDialog('rotate')}>{t.rotate}</Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setDialog('remove')}>
            {t.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RotateDialog path={path} isOpen={dialog === 'rotate'} close={() => setDialog(undefined)} />
      <RemoveDialog path={path} isOpen={dialog === 'remove'} close={() => setDialog(undefined)} />
    </>
  )
}

interface DialogProps {
  readonly path: `/api/user/webhooks/endpoints/${string}`
  readonly isOpen: boolean
  readonly close: () => void
}

function RotateDialog({ path, isOpen, close }: DialogProps) {
  const t = useTexts(webhookTexts)
  const rotate = useChange(() => call<WebhookSecretWire>('POST', `${path}/secret/rotate`))
  const finish = () => {
    close()
    rotate.reset()
  }
  return (
    <Modal opened={isOpen} onClose={finish} title={rotate.data ? t.secretTitle : t.rotate}>
      {rotate.data ? (
        <SecretOnce text={t.secretText} secret={rotate.data.secret} onKept={finish} />
      ) : (
        <Stack>
          <Text size="sm">{t.rotateText}</Text>
          {rotate.error && <Failure error={rotate.error} />}
          <Button onClick={() => rotate.mutate()} loading={rotate.isPending}>
            {t.rotate}
          </Button>
        </Stack>
      )}
    </Modal>
  )
}

function RemoveDialog({ path, isOpen, close }: DialogProps) {
  const t = useTexts(webhookTexts)
  const navigate = useNavigate()
  const remove = useChange(() => call('DELETE', path), {
    done: t.removed,
    onDone: () => void navigate({ to: '/webhooks' }),
  })
  return (
    <Modal opened={isOpen} onClose={close} title={t.removeTitle}>
      <Stack>
        <Text size="sm">{t.removeText}</Text>
        {remove.error && <Failure error={remove.error} />}
        <Button color="red" onClick={() => remove.mutate()} loading={remove.isPending}>
          {t.remove}
        </Button>
      </Stack>
    </Modal>
  )
}
