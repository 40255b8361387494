import { SegmentedControl, Stack, Tabs } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AccountApprovalWire, ApprovalWire } from '../../../contract/approval.ts'
import { list } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { NoPermission } from '../../app/no-permission.tsx'
import { useRereadOnEvents } from '../../live/use-reread.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { Failure } from '../../parts/failure.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Page } from '../../parts/page.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useTexts } from '../../text/text.ts'
import { ApprovalCard, type Paths } from './approval-card.tsx'
import { approvalTexts } from './approvals-texts.ts'

/** What waits for a decision, at the account and at the operator. */
export default function ApprovalsPage() {
  const t = useTexts(approvalTexts)
  const may = useMay()
  const filters = useFilters(['of', 'show'])
  const atAccount = may.atAccount('approvals:read')
  const atOperator = may.atOperator('operator-approvals:read')
  if (!atAccount && !atOperator) return <NoPermission needs={{ account: 'approvals:read' }} />
  const wanted = filters.values.of === 'operator' || !atAccount ? 'operator' : 'account'
  const of = wanted === 'operator' && !atOperator ? 'account' : wanted
  const isWaiting = filters.values.show !== 'all'
  return (
    <Page title={t.title} lead={t.lead}>
      {atAccount && atOperator && (
        <Tabs value={of} onChange={(value) => filters.set({ of: value })}>
          <Tabs.List>
            <Tabs.Tab value="account">{t.account}</Tabs.Tab>
            <Tabs.Tab value="operator">{t.operator}</Tabs.Tab>
          </Tabs.List>
        </Tabs>
      )}
      <SegmentedControl
        aria-label={t.which}
        data={[
          { value: 'waiting', label: t.waiting },
          { value: 'all', label: t.all },
        ]}
        value={isWaiting ? 'waiting' : 'all'}
        onChange={(show) => filters.set({ show: show === 'all' ? 'all' : null })}
        style={{ alignSelf: 'flex-start' }}
      />
      {of === 'account' ? (
        <AccountApprovals isWaiting={isWaiting} />
      ) : (
        <OperatorApprovals isWaiting={isWaiting} />
      )}
    </Page>
  )
}

function AccountApprovals({ isWaiting }: { readonly isWaiting: boolean }) {
  const query = useApprovals<AccountApprovalWire>('/api/user/approvals', isWaiting)
  return (
    <Approvals
      query={query}
      pathsOf={({ id, kind, paths }) => ({
        ...paths,
        result: kind === 'change' ? `/api/user/approvals/${id}/result` : null,
      })}
    />
  )
}

function OperatorApprovals({ isWaiting }: { readonly isWaiting: boolean }) {
  const query = useApprovals<ApprovalWire>('/api/admin/approvals', isWaiting)
  return (
    <Approvals
      query={query}
      pathsOf={({ id }) => ({
        approve: `/api/admin/approvals/${id}/approve`,
        reject: `/api/admin/approvals/${id}/reject`,
        withdraw: `/api/admin/approvals/${id}/withdraw`,
        result: `/api/admin/approvals/${id}/result`,
      })}
    />
  )
}

function useApprovals<Row>(path: string, isWaiting: boolean) {
  const queryKey = ['approvals', path, isWaiting]
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      list<Row>(path, {
        query: { ...(isWaiting && { status: 'PENDING' }), limit: 100, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: 15_000, // A change has no event of its own.
  })
  useRereadOnEvents([queryKey], ({ type }) => type.startsWith('cashout.'))
  return query
}

function Approvals<Row extends ApprovalWire | AccountApprovalWire>({
  query: { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage },
  pathsOf,
}: {
  readonly query: ReturnType<typeof useApprovals<Row>>
  readonly pathsOf: (approval: Row) => Paths
}) {
  const t = useTexts(approvalTexts)
  if (error && !data) return <Failure error={error} retry={refetch} />
  if (!data) return <RowsSkeleton />
  const rows = data.pages.flatMap((page) => page.rows)
  if (rows.length === 0)
    return (
      <Card>
        <EmptyPage title={t.emptyTitle} text={t.emptyText} />
      </Card>
    )
  return (
    <Stack>
      {rows.map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} paths={pathsOf(approval)} />
      ))}
      {error && <Failure error={error} retry={refetch} />}
      <MoreButton
        list={{
          hasMore: hasNextPage,
          showMore: () => void fetchNextPage(),
          isLoadingMore: isFetchingNextPage,
        }}
      />
    </Stack>
  )
}
