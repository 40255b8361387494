import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { PeriodFilter } from '../../parts/period-filter.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useTexts } from '../../text/text.ts'
import { DeliveryList } from './delivery-list.tsx'
import { ResendMany } from './resend-many.tsx'
import { WebhooksTabs } from './webhooks-tabs.tsx'
import { deliveryStateNames, webhookTexts } from './webhooks-texts.ts'

const filterNames = [
  'state',
  'types',
  'objectId',
  'eventId',
  'endpointId',
  'start_date',
  'end_date',
] as const

export default function DeliveriesPage() {
  const t = useTexts(webhookTexts)
  const states = useTexts(deliveryStateNames)
  const { values, set, isAny, clear } = useFilters(filterNames)
  const [isResending, resending] = useDisclosure()
  const canResend = useMay().atAccount('webhooks:redeliver')
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        canResend && (
          <Button variant="default" onClick={resending.open}>
            {t.resendMany}
          </Button>
        )
      }
    >
      <WebhooksTabs value="/webhooks/deliveries" />
      <FilterBar onClear={isAny ? clear : undefined}>
        <ChoiceFilter
          name={t.status}
          names={states}
          value={values.state}
          onChange={(state) => set({ state })}
        />
        <PeriodFilter from={values.start_date} until={values.end_date} onChange={set} />
      </FilterBar>
      <Card flush>
        <DeliveryList filters={values} hasFilters={isAny} onClearFilters={clear} />
      </Card>
      <ResendMany
        isOpen={isResending}
        close={resending.close}
        {...(values.endpointId && { endpointId: values.endpointId })}
      />
    </Page>
  )
}
