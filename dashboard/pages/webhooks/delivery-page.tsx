import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useEventName } from '../../text/event-names.ts'
import { useTexts } from '../../text/text.ts'
import { DeliveryDetails, deliveryQuery } from './delivery-details.tsx'
import { DeliveryBadge } from './webhook-states.tsx'
import { webhookTexts } from './webhooks-texts.ts'

/** One delivery: what was sent, and what the receiver answered each time. */
export default function DeliveryPage() {
  const { id } = useParams({ from: '/signed-in/webhooks/deliveries/$id' })
  const t = useTexts(webhookTexts)
  const eventName = useEventName()
  const {
    data: delivery,
    error,
    refetch,
  } = useQuery(deliveryQuery(`/api/user/webhooks/deliveries/${id}`))
  if (error && !delivery) return <Failure error={error} retry={refetch} />
  if (!delivery) return <PageSkeleton />
  return (
    <Page
      title={eventName(delivery.type)}
      back={{ to: '/webhooks/deliveries', text: t.deliveries }}
      lead={<DeliveryBadge state={delivery.state} />}
      actions={<Resend id={id} />}
    >
      <DeliveryDetails delivery={delivery} />
    </Page>
  )
}

function Resend({ id }: { readonly id: string }) {
  const t = useTexts(webhookTexts)
  const canResend = useMay().atAccount('webhooks:redeliver')
  const resend = useChange(() => call('POST', `/api/user/webhooks/deliveries/${id}/redeliver`), {
    done: t.resent,
  })
  if (!canResend) return null
  return (
    <>
      {resend.error && <Failure error={resend.error} />}
      <Button variant="default" onClick={() => resend.mutate()} loading={resend.isPending}>
        {t.resend}
      </Button>
    </>
  )
}
