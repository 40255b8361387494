import { Button, Menu, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import type { PingWire, WebhookEndpointWire } from '../../../contract/webhook-endpoint.ts'
import type { WebhookSecretWire } from '../../../contract/webhook-secret.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { webhookTexts } from './webhooks-texts.ts'

type Opened = 'rotate' | 'remove'

/** A test at once; the rest in a menu, because it is rare. */
export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpointWire }) {
  const t = useTexts(webhookTexts)
  const may = useMay()
  const [dialog, setDialog] = useState<Opened>()
  const path = `/api/user/webhooks/endpoints/${endpoint.id}` as const
  const isPaused = endpoint.status === 'paused'
  const ping = useChange(() => call<PingWire>('POST', `${path}/ping`), {
    onDone: ({ delivered, status, durationMs, error }) =>
      notifications.show({
        color: delivered ? 'guiche' : 'red',
        message: delivered
          ? t.testDelivered(status ?? 0, durationMs)
          : status === null
            ? t.testFailed(error ?? '')
            : t.testRefused(status),
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
    <Dialog title={rotate.data ? t.secretTitle : t.rotate} isOpen={isOpen} onClose={finish}>
      {rotate.data ? (
        <SecretOnce text={t.secretText} secret={rotate.data.secret} onKept={finish} />
      ) : (
        <Stack>
          <Text size="sm">{t.rotateText}</Text>
          <DialogActions
            confirm={t.rotate}
            isPending={rotate.isPending}
            error={rotate.error}
            onCancel={finish}
            onConfirm={() => rotate.mutate()}
          />
        </Stack>
      )}
    </Dialog>
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
    <Dialog title={t.removeTitle} isOpen={isOpen} onClose={close}>
      <Stack>
        <Text size="sm">{t.removeText}</Text>
        <DialogActions
          confirm={t.remove}
          isDangerous
          isPending={remove.isPending}
          error={remove.error}
          onCancel={close}
          onConfirm={() => remove.mutate()}
        />
      </Stack>
    </Dialog>
  )
}
