import { Anchor, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay } from '../api/login.ts'
import { CopyText, IdText } from './code.tsx'

/** The id of a payment of an account, which opens it for a person of the operator. */
export function SaleLink({ accountId, id }: { readonly accountId: string; readonly id: string }) {
  const mayRead = useMay().atOperator('account-transactions:read')
  if (!mayRead) return <IdText>{id}</IdText>
  return (
    <Group gap={4} component="span" display="inline-flex" wrap="nowrap">
      <Anchor
        className="code"
        renderRoot={(props) => (
          <Link
            to="/operator/accounts/$accountId/transactions/$id"
            params={{ accountId, id }}
            {...props}
          />
        )}
      >
        {id}
      </Anchor>
      <CopyText>{id}</CopyText>
    </Group>
  )
}
