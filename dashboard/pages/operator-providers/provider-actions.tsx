import { Button, Menu, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { AddedProviderWire, ProviderHealthWire } from '../../../contract/provider.ts'
import { call } from '../../api/client.ts'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { CallbackAddress } from './callback-address.tsx'
import { ProviderForm } from './provider-form.tsx'
import { kindsQuery } from './provider-query.ts'
import { providerTexts } from './providers-texts.ts'

interface Shown {
  readonly provider: ProviderHealthWire
}

/** What an operator changes about a provider. */
export function ProviderActions({ provider }: Shown) {
  const t = useTexts(providerTexts)
  const [opened, setOpened] = useState<'change' | 'rename' | 'renew'>()
  const close = () => setOpened(undefined)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
            {t.settings}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpened('change')}>{t.change}</Menu.Item>
          <Menu.Item onClick={() => setOpened('rename')}>{t.rename}</Menu.Item>
          <Menu.Item onClick={() => setOpened('renew')}>{t.renew}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog title={t.change} isOpen={opened === 'change'} onClose={close} size="lg">
        <Credentials provider={provider} close={close} />
      </Dialog>
      <Dialog title={t.rename} isOpen={opened === 'rename'} onClose={close}>
        <ProviderForm provider={provider} kind={undefined} close={close} />
      </Dialog>
      <Dialog title={t.renew} isOpen={opened === 'renew'} onClose={close}>
        <Renewal provider={provider} close={close} />
      </Dialog>
    </>
  )
}

function Credentials({ provider, close }: Shown & { readonly close: () => void }) {
  const { data: kinds, error, refetch } = useQuery(kindsQuery)
  if (error && !kinds) return <Failure error={error} retry={refetch} />
  if (!kinds) return <RowsSkeleton />
  return (
    <ProviderForm
      provider={provider}
      kind={kinds.find(({ kind }) => kind === provider.kind)}
      close={close}
    />
  )
}

function Renewal({ provider: { id }, close }: Shown & { readonly close: () => void }) {
  const t = useTexts(providerTexts)
  const renew = useChange(() =>
    call<AddedProviderWire>('POST', `/api/admin/providers/${id}/callback`, {
      body: {},
    }),
  )
  if (renew.data) return <CallbackAddress url={renew.data.callbackUrl} onKept={close} />
  return (
    <Stack>
      <Text size="sm">{t.renewText}</Text>
      <DialogActions
        confirm={t.renew}
        isPending={renew.isPending}
        error={renew.error}
        onCancel={close}
        onConfirm={() => renew.mutate(undefined)}
      />
    </Stack>
  )
}
