import { Button, Group, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import type { AccountWire, IssuedKeyWire } from '../../../contract/account.ts'
import type { ApprovalWire } from '../../../contract/approval.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { Code } from '../../parts/code.tsx'
import { Failure } from '../../parts/failure.tsx'
import { WaitsForSecondPerson } from '../../parts/second-person.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { accountTexts, openingTexts } from './accounts-texts.ts'
import { FirstOwner } from './first-owner.tsx'

/** The keys of a new account, shown once. */
export function FirstKeys({
  account,
  onDone,
}: {
  readonly account: AccountWire
  readonly onDone: () => void
}) {
  const t = useTexts(openingTexts)
  const { id } = account
  const names = useTexts(accountTexts)
  const mayCreate = useMay().atOperator('account-keys:write')
  // A second try makes only the key that the first one did not.
  const made = useRef<{ [kind in 'public' | 'secret']?: IssuedKeyWire | ApprovalWire }>({})
  const create = useChange(async () => {
    const issue = async (kind: 'public' | 'secret') => {
      made.current[kind] ??= await call('POST', `/api/admin/accounts/${id}/keys`, {
        body: { kind, name: t.firstKey },
      })
      return made.current[kind]
    }
    return [await issue('secret'), await issue('public')]
  })
  const issued = create.data?.filter((each) => 'key' in each) ?? []
  const isWaiting = create.data !== undefined && issued.length < create.data.length
  return (
    <Stack maw={680}>
      <FirstOwner account={account} />
      <Card title={t.keysTitle} lead={t.keysLead}>
        <Stack>
          {issued.length > 0 && <Text size="sm">{names.keyText}</Text>}
          {issued.map(({ kind, key }) => (
            <div key={kind}>
              <Text size="sm" fw={600} mb={4}>
                {names[kind]}
              </Text>
              <Code>{key}</Code>
            </div>
          ))}
          {isWaiting && <WaitsForSecondPerson onClose={onDone} />}
          {create.error && <Failure error={create.error} />}
          <Group justify="flex-end">
            {create.data ? (
              <Button onClick={onDone}>{t.kept}</Button>
            ) : (
              <>
                <Button variant="default" onClick={onDone}>
                  {t.keysLater}
                </Button>
                {mayCreate && (
                  <Button onClick={() => create.mutate(undefined)} loading={create.isPending}>
                    {t.createKeys}
                  </Button>
                )}
              </>
            )}
          </Group>
        </Stack>
      </Card>
    </Stack>
  )
}
