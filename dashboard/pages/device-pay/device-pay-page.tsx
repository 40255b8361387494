import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import type { DomainWire } from '../../../contract/device-pay.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { Page } from '../../parts/page.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useList } from '../../parts/use-list.ts'
import { When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { devicePayTexts } from './device-pay-texts.ts'
import { DomainState } from './domain-state.tsx'

export default function DevicePayPage() {
  const t = useTexts(devicePayTexts)
  const [isOpen, registering] = useDisclosure()
  const canWrite = useMay().atAccount('domains:write')
  const list = useList<DomainWire>(
    '/api/user/device-pay/domains',
    {},
    {
      object: 'device_pay_domain',
      keyOf: ({ id }) => id,
      read: (id) => call('GET', `/api/user/device-pay/domains/${id}`),
    },
  )
  const register = canWrite && <Button onClick={registering.open}>{t.register}</Button>
  return (
    <Page title={t.title} lead={t.lead} actions={register}>
      <Card flush>
        <DataList
          list={list}
          columns={useColumns()}
          rowKey={({ id }) => id}
          label={t.title}
          empty={
            <EmptyPage title={t.emptyTitle} text={t.emptyText}>
              {register}
            </EmptyPage>
          }
        />
      </Card>
      <RegisterDialog isOpen={isOpen} close={registering.close} />
    </Page>
  )
}

function useColumns(): readonly Column<DomainWire>[] {
  const t = useTexts(devicePayTexts)
  return [
    {
      name: t.domain,
      isMain: true,
      cell: ({ id, domain }) => (
        <Anchor
          className="row-link"
          c="inherit"
          fw={600}
          renderRoot={(props) => <Link to="/device-pay/$id" params={{ id }} {...props} />}
        >
          {domain}
        </Anchor>
      ),
    },
    { name: t.status, isMain: true, cell: (domain) => <DomainState domain={domain} /> },
    { name: t.problem, cell: ({ lastError }) => lastError?.seen ?? '' },
    { name: t.checked, cell: ({ lastCheckedAt }) => <When at={lastCheckedAt} /> },
  ]
}

function RegisterDialog({
  isOpen,
  close,
}: {
  readonly isOpen: boolean
  readonly close: () => void
}) {
  const t = useTexts(devicePayTexts)
  const navigate = useNavigate()
  const form = useForm({ initialValues: { domain: '' } })
  const register = useChange(
    (body: { readonly domain: string }) =>
      call<DomainWire>('POST', '/api/user/device-pay/domains', { body }),
    {
      done: t.registered,
      onDone: ({ id }) => void navigate({ to: '/device-pay/$id', params: { id } }),
    },
  )
  return (
    <Dialog title={t.register} isOpen={isOpen} onClose={close}>
      <form onSubmit={form.onSubmit(({ domain }) => register.mutate({ domain: domain.trim() }))}>
        <Stack>
          <TextInput
            label={t.domain}
            description={t.domainHint}
            placeholder="loja.com.br"
            required
            {...form.getInputProps('domain')}
          />
          <DialogActions
            confirm={t.register}
            isPending={register.isPending}
            error={register.error}
            onCancel={close}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
