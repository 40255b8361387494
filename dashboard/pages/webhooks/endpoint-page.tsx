import { Alert, Anchor } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type {
  ChangeWebhookEndpointRequest,
  WebhookEndpointWire,
} from '../../../contract/webhook-endpoint.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { changedFields } from '../../parts/changed-fields.ts'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { DeliveryList } from './delivery-list.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointBadge } from './webhook-states.tsx'
import { webhookTexts } from './webhooks-texts.ts'

const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook-endpoint', id],
    queryFn: ({ signal }) =>
      call<WebhookEndpointWire>('GET', `/api/user/webhooks/endpoints/${id}`, { signal }),
  })

export default function EndpointPage() {
  const { id } = useParams({ from: '/signed-in/webhooks/endpoints/$id' })
  const t = useTexts(webhookTexts)
  const canWrite = useMay().atAccount('webhooks:write')
  const { data: endpoint, error, refetch } = useQuery(endpointQuery(id))
  if (error && !endpoint) return <Failure error={error} retry={refetch} />
  if (!endpoint) return <PageSkeleton />
  const isDeleted = endpoint.status === 'deleted'
  return (
    <Page
      title={endpoint.url}
      back={{ to: '/webhooks', text: t.title }}
      lead={<EndpointBadge endpoint={endpoint} />}
      actions={canWrite && !isDeleted && <EndpointActions endpoint={endpoint} />}
    >
      <Trouble endpoint={endpoint} />
      {canWrite && !isDeleted && <Settings key={endpoint.updatedAt} endpoint={endpoint} />}
      <Card
        flush
        title={t.recent}
        aside={
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/webhooks/deliveries" search={{ endpointId: id }} {...props} />
            )}
          >
            {t.all}
          </Anchor>
        }
      >
        <DeliveryList filters={{ endpointId: id, limit: '10' }} />
      </Card>
    </Page>
  )
}

/** Why an endpoint gets nothing. */
function Trouble({ endpoint }: { readonly endpoint: WebhookEndpointWire }) {
  const t = useTexts(webhookTexts)
  const { instant } = useFormat()
  const { failingSince, pausedReason } = endpoint
  if (pausedReason === 'gone') return <Alert color="orange">{t.gone}</Alert>
  if (failingSince === null) return null
  return <Alert color="red">{t.failingSince(instant(failingSince))}</Alert>
}

function Settings({ endpoint }: { readonly endpoint: WebhookEndpointWire }) {
  const t = useTexts(webhookTexts)
  const change = useChange(
    (body: ChangeWebhookEndpointRequest) =>
      call('PATCH', `/api/user/webhooks/endpoints/${endpoint.id}`, { body }),
    { done: t.saved },
  )
  const { url, description, events } = endpoint
  return (
    <Card>
      <EndpointForm
        endpoint={endpoint}
        submit={t.save}
        isPending={change.isPending}
        error={change.error}
        onSubmit={(values) =>
          change.mutate(changedFields({ url, description, events: [...events] }, values))
        }
      />
    </Card>
  )
}
