import { Button, Group, List, Stack, Text, ThemeIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Check, Minus, X } from 'lucide-react'
import type { DomainDiagnosis } from '../../../contract/device-pay.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useTexts } from '../../text/text.ts'
import { checkNames, devicePayTexts } from './device-pay-texts.ts'

type CheckResult = DomainDiagnosis['checks'][number]

/** Looks at the domain as the acquirer does, and says how to fix what fails. */
export function Diagnosis({ id }: { readonly id: string }) {
  const t = useTexts(devicePayTexts)
  const diagnosis = useQuery({
    queryKey: ['domain', id, 'diagnosis'],
    queryFn: ({ signal }) =>
      call<DomainDiagnosis>('GET', `/api/user/device-pay/domains/${id}/diagnosis`, { signal }),
    enabled: false, // It calls the shop's server: only when the person wants it.
    retry: false,
  })
  const { data, error, isFetching, refetch } = diagnosis
  return (
    <Card title={t.diagnosis} lead={t.diagnosisText}>
      <Stack align="flex-start">
        <Button variant="default" onClick={() => refetch()} loading={isFetching}>
          {t.diagnose}
        </Button>
        {error && <Failure error={error} />}
        {data && !isFetching && (
          <Stack gap="xs" role="status">
            {data.passed && <Text fw={600}>{t.allPassed}</Text>}
            <List listStyleType="none" spacing="xs">
              {data.checks.map((check) => (
                <List.Item key={check.check}>
                  <CheckLine check={check} />
                </List.Item>
              ))}
            </List>
          </Stack>
        )}
      </Stack>
    </Card>
  )
}

function CheckLine({ check: { check, result, seen, fix } }: { readonly check: CheckResult }) {
  const t = useTexts(devicePayTexts)
  const names = useTexts(checkNames)
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      <ThemeIcon size={22} radius="xl" color={colors[result]} variant="light" aria-hidden>
        {icons[result]}
      </ThemeIcon>
      <div>
        <Text size="sm" fw={result === 'failed' ? 600 : 400}>
          {names[check]}
          {result === 'not-reached' && ` (${t.notReached})`}
        </Text>
        {result === 'failed' && seen !== null && (
          <Text size="sm" c="dimmed" className="code">
            {seen}
          </Text>
        )}
        {fix !== null && <Text size="sm">{fix}</Text>}
      </div>
    </Group>
  )
}

const colors = { ok: 'guiche', failed: 'red', 'not-reached': 'gray' } as const
const icons = {
  ok: <Check size={14} />,
  failed: <X size={14} />,
  'not-reached': <Minus size={14} />,
} as const
