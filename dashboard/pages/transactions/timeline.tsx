import { Anchor, Timeline as MantineTimeline, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TimelineStep, TransactionWire } from '../../../contract/transaction.ts'
import { call } from '../../api/client.ts'
import { now } from '../../api/clock.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { When } from '../../parts/values.tsx'
import { useEventName } from '../../text/event-names.ts'
import { useTexts } from '../../text/text.ts'
import { StepCodes } from './step-codes.tsx'
import { transactionTexts } from './transactions-texts.ts'

const timelineQuery = (id: string, path: string) =>
  queryOptions({
    queryKey: ['transaction', id, 'timeline', path],
    queryFn: ({ signal }) => call<readonly TimelineStep[]>('GET', path, { signal }),
  })

/** What happened to the transaction, the newest first. */
export function Timeline({
  transaction,
  path,
}: {
  readonly transaction: TransactionWire
  /** Left out: of the account of the pages. */
  readonly path?: string
}) {
  const t = useTexts(transactionTexts)
  const eventName = useEventName()
  const actorText = useActorText()
  // The log of requests is that of the account of the pages.
  const showsRequests = useMay().atAccount('requests:read') && path === undefined
  const { id } = transaction
  const {
    data: steps,
    error,
    refetch,
  } = useQuery(timelineQuery(id, path ?? `/api/user/transactions/${id}/timeline`))
  return (
    <Card title={t.timeline}>
      {error && !steps && <Failure error={error} retry={refetch} />}
      {!steps && !error && <RowsSkeleton rows={3} />}
      {steps && (
        <MantineTimeline active={steps.length} bulletSize={14} lineWidth={2}>
          {steps.toReversed().map(({ version, type, at, ...step }) => (
            <MantineTimeline.Item
              key={version}
              color={colorOf(type)}
              title={
                <Text size="sm" fw={500} lh={1.3}>
                  {eventName(type)}
                </Text>
              }
            >
              {step.provider.refusedReason && <Text size="sm">{step.provider.refusedReason}</Text>}
              <Text size="xs" c="dimmed" component="div">
                <When at={at} as="exactInstant" />
                {step.actor && ` · ${actorText(step.actor)}`}
              </Text>
              <StepCodes codes={step.provider} />
              {showsRequests && step.requestId !== null && isLogged(at) && (
                <RequestLink id={step.requestId} />
              )}
            </MantineTimeline.Item>
          ))}
        </MantineTimeline>
      )}
    </Card>
  )
}

/** The request that made a step, while its log is kept. */
function RequestLink({ id }: { readonly id: string }) {
  const t = useTexts(transactionTexts)
  return (
    <Anchor
      size="xs"
      renderRoot={(props) => <Link to="/developers/requests" search={{ request: id }} {...props} />}
    >
      {t.openRequest}
    </Anchor>
  )
}

const isLogged = (at: string): boolean => now().getTime() - Date.parse(at) < requestLogMs
const requestLogMs = 7 * 86_400_000

/** Who made a step: the name of the key or the person, or what the gateway did by itself. */
function useActorText(): (actor: NonNullable<TimelineStep['actor']>) => string {
  const t = useTexts(transactionTexts)
  return ({ kind, name }) => {
    if (kind === 'key') return t.byKey(name)
    if (kind === 'person') return name
    if (kind === 'provider') return t.byProvider(name)
    if (kind === 'public') return t.byPayer
    return kind === 'operator-token' || kind === 'cli' ? t.byOperator : t.byGateway
  }
}

function colorOf(type: string): string {
  if (/paid$|won$|attempt_approved|authorized$/.test(type)) return 'guiche'
  if (/refused$|failed$|chargedback|lost$|not_processed|rejected$/.test(type)) return 'red'
  if (/protest|dispute|unknown|late_approval|returned$/.test(type)) return 'orange'
  return 'gray'
}
