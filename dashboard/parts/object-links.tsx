import { Anchor, Group } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { OperatorPermission } from '../../contract/permission.ts'
import { useMay } from '../api/login.ts'
import { CopyText, IdText } from './code.tsx'

interface AccountObject {
  readonly accountId: string
  readonly id: string
}

/** The id of a payment of an account, which opens it for a person of the operator. */
export const SaleLink = ({ accountId, id }: AccountObject) => (
  <OpeningId
    id={id}
    needs="account-transactions:read"
    link={{
      to: '/operator/accounts/$accountId/transactions/$id',
      params: { accountId, id },
    }}
  />
)

/** The same of a cashout. */
export const CashoutLink = ({ accountId, id }: AccountObject) => (
  <OpeningId
    id={id}
    needs="account-cashouts:read"
    link={{ to: '/operator/accounts/$accountId/cashouts/$id', params: { accountId, id } }}
  />
)

/** An id that leads to its page, for a person who may see it. */
export function OpeningId({
  id,
  needs,
  link,
}: {
  readonly id: string
  readonly needs: OperatorPermission
  readonly link: LinkProps
}) {
  const mayRead = useMay().atOperator(needs)
  if (!mayRead) return <IdText>{id}</IdText>
  return (
    <Group gap={4} component="span" display="inline-flex" wrap="nowrap">
      <Anchor className="code" renderRoot={(props) => <Link {...link} {...props} />}>
        {id}
      </Anchor>
      <CopyText>{id}</CopyText>
    </Group>
  )
}
