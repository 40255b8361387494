import { Anchor, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { WebhookEndpointWire } from '../../../contract/webhook-endpoint.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { Page } from '../../parts/page.tsx'
import { useList } from '../../parts/use-list.ts'
import { When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { NewEndpoint } from './new-endpoint.tsx'
import { EndpointBadge } from './webhook-states.tsx'
import { WebhooksTabs } from './webhooks-tabs.tsx'
import { webhookTexts } from './webhooks-texts.ts'

export default function WebhooksPage() {
  const t = useTexts(webhookTexts)
  const [isAdding, adding] = useDisclosure()
  const canWrite = useMay().atAccount('webhooks:write')
  const list = useList<WebhookEndpointWire>('/api/user/webhooks/endpoints', {})
  const add = canWrite && <Button onClick={adding.open}>{t.add}</Button>
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <>
          <Button variant="default" component="a" href="/docs/events" target="_blank">
            {t.catalog}
          </Button>
          {add}
        </>
      }
    >
      <WebhooksTabs value="/webhooks" />
      <Card flush>
        <DataList
          list={list}
          columns={useColumns()}
          rowKey={({ id }) => id}
          label={t.endpoints}
          empty={
            <EmptyPage title={t.emptyTitle} text={t.emptyText} example={listen}>
              {add}
            </EmptyPage>
          }
        />
      </Card>
      <NewEndpoint isOpen={isAdding} close={adding.close} />
    </Page>
  )
}

const listen = 'npx guiche listen --forward-to http://localhost:8080/webhooks'

function useColumns(): readonly Column<WebhookEndpointWire>[] {
  const t = useTexts(webhookTexts)
  return [
    {
      name: t.address,
      isMain: true,
      cell: ({ id, url, description }) => (
        <>
          <Anchor
            className="row-link"
            c="inherit"
            fw={600}
            style={{ overflowWrap: 'anywhere' }}
            renderRoot={(props) => <Link to="/webhooks/endpoints/$id" params={{ id }} {...props} />}
          >
            {url}
          </Anchor>
          {description !== null && (
            <Text size="xs" c="dimmed">
              {description}
            </Text>
          )}
        </>
      ),
    },
    { name: t.status, cell: (endpoint) => <EndpointBadge endpoint={endpoint} /> },
    {
      name: t.events,
      cell: ({ events }) => (events.includes('*') ? t.allEvents : events.join(', ')),
    },
    { name: t.created, cell: ({ createdAt }) => <When at={createdAt} as="day" /> },
  ]
}
