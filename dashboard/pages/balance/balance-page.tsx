import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Balance } from '../../../contract/balance.ts'
import type { MerchantBook } from '../../../contract/wallet.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { useRereadOnEvents } from '../../live/use-reread.ts'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useTexts } from '../../text/text.ts'
import { balanceTexts } from './balance-texts.ts'
import { Blocked } from './blocked.tsx'
import { BookTabs } from './book-tabs.tsx'
import { Pending } from './pending.tsx'
import { Statement } from './statement.tsx'

const filterNames = ['book', 'month', 'day'] as const

/** Each part of the balance opens into what it is made of, down to its entries. */
export default function BalancePage() {
  const t = useTexts(balanceTexts)
  const may = useMay()
  const { values, set } = useFilters(filterNames)
  const { data, error, refetch } = useQuery({
    queryKey: ['balance'],
    queryFn: ({ signal }) => call<Balance>('GET', '/api/user/wallet/balance', { signal }),
  })
  useRereadOnEvents([['balance'], ['list']])
  if (error && !data) return <Failure error={error} retry={refetch} />
  if (!data) return <PageSkeleton />
  const book = (values.book ?? 'available') as MerchantBook
  return (
    <Page
      title={t.title}
      actions={
        may.atAccount('cashouts:create') && (
          <Button renderRoot={(props) => <Link to="/cashouts/new" {...props} />}>
            {t.cashOut}
          </Button>
        )
      }
    >
      <BookTabs balance={data} chosen={book} onChoose={(next) => set({ book: next, day: null })}>
        {book === 'pending' && <Pending day={values.day} onChoose={(day) => set({ day })} />}
        {book === 'blocked' && <Blocked />}
        <Statement book={book} month={values.month} onChange={(month) => set({ month })} />
      </BookTabs>
    </Page>
  )
}
