import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AccountWire, IssuedKeyWire, KeyKind, KeyWire } from '../../../contract/account.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { ConfirmButton, Dialog, DialogActions } from '../../parts/dialog.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { useGuardedChange, WaitsForSecondPerson } from '../../parts/second-person.tsx'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { useList } from '../../parts/use-list.ts'
import { When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { isKeyValid, KeyState } from '../developers/key-state.tsx'
import { accountTexts } from './accounts-texts.ts'

interface Shown {
  readonly account: AccountWire
}

/** The keys of an account. */
export function AccountKeys({ account }: Shown) {
  const t = useTexts(accountTexts)
  const canWrite = useMay().atOperator('account-keys:write')
  const [isOpen, setOpen] = useState(false)
  const list = useList<KeyWire>(`/api/admin/accounts/${account.id}/keys`, {})
  const columns = useColumns(account, canWrite)
  const create = canWrite && (
    <Button onClick={() => setOpen(true)} variant="default">
      {t.newKey}
    </Button>
  )
  return (
    <Card title={t.keys} aside={create} flush>
      <DataList
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        label={t.keys}
        empty={<EmptyPage title={t.noKeysTitle} text={t.noKeysText} />}
      />
      <Dialog title={t.newKey} isOpen={isOpen} onClose={() => setOpen(false)}>
        <NewKey account={account} close={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

function useColumns({ id: accountId }: AccountWire, canWrite: boolean): readonly Column<KeyWire>[] {
  const t = useTexts(accountTexts)
  return [
    { name: t.name, isMain: true, cell: ({ name }) => name },
    {
      name: t.status,
      isMain: true,
      cell: (key) => <KeyState apiKey={key} />,
    },
    { name: t.keyKind, cell: ({ kind }) => t[kind] },
    { name: t.hint, cell: ({ hint }) => <span className="code">{hint}</span> },
    { name: t.lastUsed, cell: ({ lastUsedAt }) => <When at={lastUsedAt} as="realDistance" /> },
    { name: t.created, cell: ({ createdAt }) => <When at={createdAt} as="day" /> },
    { name: t.expires, cell: ({ expiresAt }) => <When at={expiresAt} as="day" /> },
    ...(canWrite
      ? [
          {
            name: t.keyActions,
            align: 'right' as const,
            cell: (key: KeyWire) =>
              isKeyValid(key) && (
                <ConfirmButton
                  button={t.revoke}
                  label={t.revokeOf(key.name)}
                  title={t.revokeTitle(key.name)}
                  confirm={t.revoke}
                  done={t.keyRevoked}
                  isDangerous
                  run={() => call('DELETE', `/api/admin/accounts/${accountId}/keys/${key.id}`)}
                >
                  {t.revokeText}
                </ConfirmButton>
              ),
          },
        ]
      : []),
  ]
}

function NewKey({ account, close }: Shown & { readonly close: () => void }) {
  const t = useTexts(accountTexts)
  const [name, setName] = useState('')
  const [kind, setKind] = useState<KeyKind>('secret')
  const create = useGuardedChange<void, IssuedKeyWire>(
    () =>
      call('POST', `/api/admin/accounts/${account.id}/keys`, { body: { kind, name: name.trim() } }),
    { done: t.keyCreated },
  )
  if (create.waiting) return <WaitsForSecondPerson onClose={close} />
  if (create.data && 'key' in create.data)
    return <SecretOnce text={t.keyText} secret={create.data.key} onKept={close} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      <Stack>
        <TextInput
          label={t.keyName}
          required
          maxLength={120}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label={t.keyKind}
          value={kind}
          onChange={(value) => setKind(value === 'public' ? 'public' : 'secret')}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="secret" label={t.secret} description={t.secretHint} />
            <Radio value="public" label={t.public} description={t.publicHint} />
          </Stack>
        </Radio.Group>
        <DialogActions
          confirm={t.newKey}
          isPending={create.isPending}
          error={create.error}
          onCancel={close}
        />
      </Stack>
    </form>
  )
}
