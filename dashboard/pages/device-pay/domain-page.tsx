import { Alert, Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { DomainWire } from '../../../contract/device-pay.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { Code } from '../../parts/code.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useChange } from '../../parts/use-change.ts'
import { When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { devicePayTexts } from './device-pay-texts.ts'
import { Diagnosis } from './diagnosis.tsx'
import { DomainState } from './domain-state.tsx'

const domainQuery = (id: string) =>
  queryOptions({
    queryKey: ['domain', id],
    queryFn: ({ signal }) =>
      call<DomainWire>('GET', `/api/user/device-pay/domains/${id}`, { signal }),
  })

/** The three steps from a registered domain to the button on the page of the shop. */
export default function DomainPage() {
  const { id } = useParams({ from: '/signed-in/device-pay/$id' })
  const t = useTexts(devicePayTexts)
  const canWrite = useMay().atAccount('domains:write')
  const { data: domain, error, refetch } = useQuery(domainQuery(id))
  if (error && !domain) return <Failure error={error} retry={refetch} />
  if (!domain) return <PageSkeleton />
  return (
    <Page
      title={domain.domain}
      back={{ to: '/device-pay', text: t.title }}
      lead={<DomainState domain={domain} />}
      actions={canWrite && <Remove id={id} />}
    >
      {domain.lastError && (
        <Alert color="orange" title={domain.lastError.seen}>
          {domain.lastError.fix}
        </Alert>
      )}
      <Card>
        <Facts
          rows={[
            [t.created, <When key="created" at={domain.createdAt} />],
            [t.verified, <When key="verified" at={domain.verifiedAt} />],
            [t.checked, <When key="checked" at={domain.lastCheckedAt} />],
          ]}
        />
      </Card>
      <File domain={domain} />
      <Diagnosis id={id} />
      {canWrite && <Verification id={id} />}
    </Page>
  )
}

function File({ domain: { verificationFile } }: { readonly domain: DomainWire }) {
  const t = useTexts(devicePayTexts)
  if (verificationFile === null) return <Alert color="orange">{t.noFile}</Alert>
  const { path, content } = verificationFile
  return (
    <Card title={t.file} lead={t.fileText}>
      <Stack align="flex-start">
        <Code>{path}</Code>
        <Button
          variant="default"
          onClick={() => saveFile(path.split('/').at(-1) ?? 'arquivo', content)}
        >
          {t.download}
        </Button>
      </Stack>
    </Card>
  )
}

function Verification({ id }: { readonly id: string }) {
  const t = useTexts(devicePayTexts)
  const validate = useChange(
    () => call<DomainWire>('POST', `/api/user/device-pay/domains/${id}/validate`),
    {
      onDone: ({ status }) =>
        notifications.show(
          status === 'VERIFIED'
            ? { message: t.validated, color: 'guiche' }
            : { message: t.notValidated, color: 'orange' },
        ),
    },
  )
  return (
    <Card title={t.verify} lead={t.verifyText}>
      <Stack align="flex-start">
        {validate.error && <Failure error={validate.error} />}
        <Button onClick={() => validate.mutate()} loading={validate.isPending}>
          {t.validate}
        </Button>
      </Stack>
    </Card>
  )
}

function Remove({ id }: { readonly id: string }) {
  const t = useTexts(devicePayTexts)
  const [isOpen, dialog] = useDisclosure()
  const navigate = useNavigate()
  const remove = useChange(() => call('DELETE', `/api/user/device-pay/domains/${id}`), {
    done: t.removed,
    onDone: () => void navigate({ to: '/device-pay' }),
  })
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t.remove}
      </Button>
      <Dialog title={t.removeTitle} isOpen={isOpen} onClose={dialog.close}>
        <Stack>
          <Text size="sm">{t.removeText}</Text>
          <DialogActions
            confirm={t.remove}
            isDangerous
            isPending={remove.isPending}
            error={remove.error}
            onCancel={dialog.close}
            onConfirm={() => remove.mutate()}
          />
        </Stack>
      </Dialog>
    </>
  )
}
