import { Badge, Group, Select, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { chosenAccount, loginQuery, useInstallation, useLogin } from '../api/login.ts'
import { useTexts } from '../text/text.ts'
import { shellTexts } from './shell-texts.ts'

/** The account that the pages show. With one account there is nothing to choose. */
export function AccountSwitch() {
  const t = useTexts(shellTexts)
  const login = useLogin()
  const client = useQueryClient()
  const installation = useInstallation()
  const choose = useMutation({
    mutationFn: (accountId: string) => call('PUT', '/api/auth/account', { body: { accountId } }),
    onError: () => notifications.show({ message: t.accountKept, color: 'red' }),
    onSuccess: () => client.refetchQueries({ queryKey: loginQuery.queryKey }),
  })
  const accounts = login.memberships.filter((each) => each.accountId !== null)
  return (
    <Group gap="xs" wrap="nowrap">
      {accounts.length > 1 && (
        <Select
          aria-label={t.account}
          data={accounts.map((each) => ({
            value: each.accountId ?? '',
            label: each.accountName ?? '',
          }))}
          value={chosenAccount(login)}
          onChange={(id) => id !== null && choose.mutate(id)}
          disabled={choose.isPending}
          allowDeselect={false}
          searchable
          size="xs"
          w={180}
        />
      )}
      {accounts.length === 1 && (
        <Text size="sm" fw={500} truncate maw={200}>
          {accounts[0]?.accountName}
        </Text>
      )}
      {installation?.mode === 'sandbox' && (
        <Badge color="yellow" variant="light" radius="sm" tt="none" visibleFrom="xs">
          {t.sandbox}
        </Badge>
      )}
    </Group>
  )
}
