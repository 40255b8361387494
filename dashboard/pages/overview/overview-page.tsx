import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRereadOnEvents } from '../../live/use-reread.ts'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { Approval } from './approval.tsx'
import { Attention } from './attention.tsx'
import { MoneyCard } from './money-card.tsx'
import classes from './overview.module.css'
import { overviewQuery } from './overview-query.ts'
import { overviewTexts } from './overview-texts.ts'
import { Sales } from './sales.tsx'

/** Did the money arrive, and does anything need a person? */
export default function OverviewPage() {
  const t = useTexts(overviewTexts)
  const { number } = useFormat()
  const { data: overview, error, refetch } = useQuery(overviewQuery)
  useRereadOnEvents([overviewQuery.queryKey])
  if (error && !overview) return <Failure error={error} retry={refetch} />
  if (!overview) return <PageSkeleton />
  const { sales, money, attention, approval, refusals, counted } = overview
  return (
    <Page title={t.title}>
      <div className={classes.grid}>
        <div className={`${classes.left} ${classes.first}`}>
          <Sales sales={sales} />
        </div>
        <div className={classes.right}>
          <Attention attention={attention} />
        </div>
        {money && (
          <div className={classes.right}>
            <MoneyCard money={money} />
          </div>
        )}
        <div className={classes.left}>
          <Approval approval={approval} refusals={refusals} />
        </div>
      </div>
      {counted.behind > 0 && (
        <Text size="xs" c="dimmed">
          {t.behind(number(counted.behind))}
        </Text>
      )}
    </Page>
  )
}
