import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ProviderHealthWire } from '../../../contract/provider.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { Operations } from './operations.tsx'
import { ProviderActions } from './provider-actions.tsx'
import { kindsQuery, providerQuery } from './provider-query.ts'
import { ProviderState, useRailName } from './provider-state.tsx'
import { providerTexts } from './providers-texts.ts'

/** One provider: does it respond, how fast, and does it reach us? */
export default function ProviderPage() {
  const { id } = useParams({ from: '/signed-in/operator/providers/$id' })
  const t = useTexts(providerTexts)
  const canWrite = useMay().atOperator('providers:write')
  const { data: provider, error, refetch } = useQuery(providerQuery(id))
  if (error && !provider) return <Failure error={error} retry={refetch} />
  if (!provider) return <PageSkeleton />
  return (
    <Page
      title={provider.name}
      back={{ to: '/operator/providers', text: t.title }}
      lead={<ProviderState state={provider.state} />}
      actions={canWrite && <ProviderActions provider={provider} />}
    >
      <Trouble provider={provider} />
      <Health provider={provider} />
      <Operations operations={provider.operations} />
      <Connection provider={provider} />
    </Page>
  )
}

interface Shown {
  readonly provider: ProviderHealthWire
}

function Trouble({ provider: { state, breaker } }: Shown) {
  const t = useTexts(providerTexts)
  if (state !== 'silent' && state !== 'degraded') return null
  return (
    <Alert color={state === 'silent' ? 'red' : 'orange'}>
      {state === 'silent' ? t.silentText : t.degradedText}
      {breaker === 'half-open' && ` ${t.halfOpen}`}
    </Alert>
  )
}

function Health({ provider: { hour, lastAnswerAt, lastFailureAt } }: Shown) {
  const t = useTexts(providerTexts)
  const { number, percent } = useFormat()
  const ms = (value: number | null) => (value === null ? null : `${number(value)} ms`)
  return (
    <Card title={t.health} lead={t.hour}>
      <Facts
        rows={[
          [t.calls, number(hour.count)],
          [t.success, hour.successRate === null ? null : percent(hour.successRate)],
          [t.failures, number(hour.failures)],
          [t.median, ms(hour.p50Ms)],
          [t.slowest, ms(hour.p99Ms)],
          [t.lastAnswer, <When key="answer" at={lastAnswerAt} as="distance" />],
          [t.lastFailure, <When key="failure" at={lastFailureAt} as="distance" />],
        ]}
      />
    </Card>
  )
}

function Connection({ provider }: Shown) {
  const t = useTexts(providerTexts)
  const railName = useRailName()
  const { data: kinds } = useQuery(kindsQuery)
  const { kind, rail, callback, certificateEndsAt, lastFile, updatedAt } = provider
  const registered =
    callback.registered === null ? t.byHand : callback.registered ? t.registered : t.notRegistered
  return (
    <Card title={t.settings}>
      <Facts
        rows={[
          [t.kind, kinds?.find((each) => each.kind === kind)?.name ?? kind],
          [t.rail, railName(rail)],
          [t.updated, <When key="updated" at={updatedAt} />],
          [t.certificate, <When key="certificate" at={certificateEndsAt} as="day" />],
          [t.callbackState, registered],
          [t.renewed, <When key="renewed" at={callback.renewedAt} />],
          [t.callback, <When key="callback" at={callback.lastReceivedAt} as="distance" />],
          [t.lastFile, lastFile && <When at={lastFile.readAt} />],
        ]}
      />
      {callback.oldAddressInUse && (
        <Alert color="orange" mt="md">
          {t.oldInUse}
        </Alert>
      )}
    </Card>
  )
}
