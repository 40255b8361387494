import { Anchor, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { AccountName } from '../../parts/account-name.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useEventName } from '../../text/event-names.ts'
import { useTexts } from '../../text/text.ts'
import { DeliveryDetails, deliveryQuery } from '../webhooks/delivery-details.tsx'
import { DeliveryBadge } from '../webhooks/webhook-states.tsx'
import { accountTexts } from './accounts-texts.ts'

/** A webhook delivery of any account, as the operator reads it. */
export default function AccountDeliveryPage() {
  const { accountId, id } = useParams({
    from: '/signed-in/operator/accounts/$accountId/deliveries/$id',
  })
  const t = useTexts(accountTexts)
  const eventName = useEventName()
  const path = `/api/admin/accounts/${accountId}/webhooks/deliveries/${id}`
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(path))
  if (error && !delivery) return <Failure error={error} retry={refetch} />
  if (!delivery) return <PageSkeleton />
  return (
    <Page
      title={eventName(delivery.type)}
      back={{ to: '/operator/accounts', text: t.title }}
      lead={
        <Group gap="xs">
          <DeliveryBadge state={delivery.state} />
          <Anchor
            renderRoot={(props) => (
              <Link
                to="/operator/accounts/$id"
                params={{ id: accountId }}
                search={{ part: 'deliveries' }}
                {...props}
              />
            )}
          >
            <AccountName id={accountId} />
          </Anchor>
        </Group>
      }
    >
      <DeliveryDetails delivery={delivery} />
    </Page>
  )
}
