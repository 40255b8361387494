import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../text/text.ts'
import { webhookTexts } from './webhooks-texts.ts'

/** Endpoints and deliveries: two views of one subject. */
export function WebhooksTabs({ value }: { readonly value: '/webhooks' | '/webhooks/deliveries' }) {
  const t = useTexts(webhookTexts)
  const navigate = useNavigate()
  return (
    <Tabs value={value} onChange={(to) => navigate({ to: to ?? '/webhooks' })}>
      <Tabs.List>
        <Tabs.Tab value="/webhooks">{t.endpoints}</Tabs.Tab>
        <Tabs.Tab value="/webhooks/deliveries">{t.deliveries}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  )
}
