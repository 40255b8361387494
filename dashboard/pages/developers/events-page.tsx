import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { EventWire } from '../../../contract/events.ts'
import { Card } from '../../parts/card.tsx'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Page } from '../../parts/page.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { When } from '../../parts/values.tsx'
import { wholeList } from '../../parts/whole-list.ts'
import { useEventName } from '../../text/event-names.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { DevelopersTabs } from './developers-tabs.tsx'
import { developerTexts, eventTexts, subjectNames } from './developers-texts.ts'
import { EventPanel } from './event-panel.tsx'
import { useFeed } from './use-feed.ts'

/** Every event of the account, as its program receives it. */
export default function EventsPage() {
  const t = useTexts(eventTexts)
  const page = useTexts(developerTexts)
  const { number } = useFormat()
  const { values, set } = useFilters(['subjects', 'event'])
  const isFiltered = values.subjects !== undefined
  const clear = () => set({ subjects: null })
  const feed = useFeed(values.subjects && typesOf(values.subjects))
  return (
    <Page
      title={page.title}
      lead={page.lead}
      actions={
        <Button variant="default" component="a" href="/docs/events" target="_blank">
          {page.reference}
        </Button>
      }
    >
      <DevelopersTabs value="/developers/events" />
      <FilterBar
        onClear={isFiltered ? clear : undefined}
        actions={
          <Text size="sm" c="dimmed">
            {t.positionHint(number(feed.last))}
          </Text>
        }
      >
        <ChoiceFilter
          name={t.subjects}
          names={useTexts(subjectNames)}
          value={values.subjects}
          onChange={(subjects) => set({ subjects })}
        />
      </FilterBar>
      <Stack gap="xs">
        <Card flush>
          <DataList
            list={wholeList(feed, feed.events)}
            columns={useColumns(values.subjects)}
            rowKey={({ id }) => id}
            label={page.events}
            hasFilters={isFiltered}
            onClearFilters={clear}
            empty={<EmptyPage title={t.emptyTitle} text={t.emptyText} example={listen} />}
          />
        </Card>
        <MoreButton
          list={{
            hasMore: feed.hasNextPage,
            showMore: () => void feed.fetchNextPage(),
            isLoadingMore: feed.isFetchingNextPage,
          }}
        />
        {isFiltered && feed.hasNextPage && (
          <Text size="xs" c="dimmed" ta="center">
            {t.searched(number(feed.from + 1))}
          </Text>
        )}
      </Stack>
      <EventPanel id={values.event} onClose={() => set({ event: null })} />
    </Page>
  )
}

const listen = 'npx guiche listen --forward-to http://localhost:8080/webhooks'

/** As the API reads them: `transaction.*,cashout.*`. */
const typesOf = (subjects: string): string =>
  subjects
    .split(',')
    .map((each) => `${each}.*`)
    .join(',')

function useColumns(subjects: string | undefined): readonly Column<EventWire>[] {
  const t = useTexts(eventTexts)
  const nameOf = useEventName()
  const filters = subjects === undefined ? {} : { subjects }
  return [
    {
      name: t.type,
      isMain: true,
      cell: ({ id, type }) => (
        <div>
          <Anchor
            className="row-link"
            c="inherit"
            fz="inherit"
            fw={600}
            renderRoot={(props) => (
              <Link to="/developers/events" search={{ ...filters, event: id }} {...props} />
            )}
          >
            {nameOf(type)}
          </Anchor>
          <Text size="xs" c="dimmed" className="code">
            {type}
          </Text>
        </div>
      ),
    },
    {
      name: t.object,
      cell: ({ objectId }) => <span className="code">{objectId}</span>,
    },
    { name: t.at, cell: ({ occurredAt }) => <When at={occurredAt} as="exactInstant" /> },
    { name: t.position, align: 'right', cell: ({ position }) => position },
  ]
}
