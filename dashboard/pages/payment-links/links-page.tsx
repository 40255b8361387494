import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { PaymentLinkWire } from '../../../contract/payment-link.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { Money, When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { linkOfEvent } from './link-query.ts'
import { LinkState, usePriceText } from './link-state.tsx'
import { linkTexts, unusableNames } from './links-texts.ts'

export default function LinksPage() {
  const t = useTexts(linkTexts)
  const { inactive } = useTexts(unusableNames)
  const filters = useFilters(['status', 'search'])
  const { values, set } = filters
  const list = useList<PaymentLinkWire>('/api/user/payment-links', values, {
    object: 'payment_link',
    keyOf: ({ id }) => id,
    keyIn: linkOfEvent,
    read: (id) => call('GET', `/api/user/payment-links/${id}`),
  })
  const create = useMay().atAccount('payment-links:write') && (
    <Button
      leftSection={<Plus size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/payment-links/new" {...props} />}
    >
      {t.newLink}
    </Button>
  )
  return (
    <Page title={t.title} lead={t.lead} actions={create}>
      <FilterBar
        search={{
          value: values.search,
          placeholder: t.searchHint,
          onChange: (search) => set({ search }),
        }}
        onClear={filters.isAny ? filters.clear : undefined}
      >
        <ChoiceFilter
          name={t.status}
          names={{ ACTIVE: t.usable, INACTIVE: inactive }}
          value={values.status}
          onChange={(status) => set({ status })}
        />
      </FilterBar>
      <Card flush>
        <DataList
          list={list}
          columns={useColumns()}
          rowKey={({ id }) => id}
          label={t.title}
          hasFilters={filters.isAny}
          onClearFilters={filters.clear}
          empty={
            <EmptyPage title={t.emptyTitle} text={t.emptyText} example={firstLink}>
              {create}
            </EmptyPage>
          }
        />
      </Card>
    </Page>
  )
}

function useColumns(): readonly Column<PaymentLinkWire>[] {
  const t = useTexts(linkTexts)
  const { number } = useFormat()
  const priceText = usePriceText()
  return [
    {
      name: t.name,
      isMain: true,
      cell: ({ id, title }) => (
        <Anchor
          className="row-link"
          c="inherit"
          fz="inherit"
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
          renderRoot={(props) => <Link to="/payment-links/$id" params={{ id }} {...props} />}
        >
          {title}
        </Anchor>
      ),
    },
    { name: t.status, isMain: true, cell: (link) => <LinkState link={link} /> },
    { name: t.price, align: 'right', cell: priceText },
    {
      name: t.paid,
      align: 'right',
      cell: ({ paidUses, maxUses }) =>
        maxUses === null ? number(paidUses) : t.paidOf(number(paidUses), number(maxUses)),
    },
    { name: t.received, align: 'right', cell: ({ paidAmount }) => <Money cents={paidAmount} /> },
    { name: t.created, cell: ({ createdAt }) => <When at={createdAt} as="day" /> },
  ]
}

const firstLink = `curl ${location.origin}/api/user/payment-links \\
  -u "x:$GUICHE_SECRET_KEY" -H 'Content-Type: application/json' \\
  -d '{"title": "Curso de cerâmica", "amount": 5000}'`
