import { Button, Radio, Stack, Text } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useState } from 'react'
import type { RedeliveredWire } from '../../../contract/webhook-delivery.ts'
import { call } from '../../api/client.ts'
import { now } from '../../api/clock.ts'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { addDays, todayAt } from '../../parts/periods.ts'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { webhookTexts } from './webhooks-texts.ts'

/** Sends the failed deliveries, or all of a period, again. */
export function ResendMany({
  isOpen,
  close,
  endpointId,
}: {
  readonly isOpen: boolean
  readonly close: () => void
  /** Left out: those of every address. */
  readonly endpointId?: string
}) {
  const t = useTexts(webhookTexts)
  const shared = useTexts(partTexts)
  const today = todayAt(now())
  const [which, setWhich] = useState<'failed' | 'all'>('failed')
  const [[from, to], setPeriod] = useState<readonly [string | null, string | null]>([
    addDays(today, -6),
    today,
  ])
  const resend = useChange(() =>
    call<RedeliveredWire>('POST', '/api/user/webhooks/redeliveries', {
      body: {
        ...(which === 'failed' ? { failedSince: from } : { from, to: to ?? from }),
        ...(endpointId && { endpointId }),
      },
    }),
  )
  const finish = () => {
    close()
    resend.reset()
  }
  return (
    <Dialog title={t.resendMany} isOpen={isOpen} onClose={finish}>
      {resend.data ? (
        <Stack>
          <Text role="status">{t.resentMany(resend.data.redelivered)}</Text>
          <Button onClick={finish}>{shared.close}</Button>
        </Stack>
      ) : (
        <Stack>
          <Text size="sm">{t.resendManyText}</Text>
          <Radio.Group
            label={t.which}
            value={which}
            onChange={(value) => setWhich(value as 'failed' | 'all')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="failed" label={t.onlyFailed} />
              <Radio value="all" label={t.everything} />
            </Stack>
          </Radio.Group>
          {which === 'failed' ? (
            <DatePickerInput
              label={t.from}
              value={from}
              onChange={(day) => setPeriod([day, to])}
              maxDate={today}
              valueFormat="DD/MM/YYYY"
            />
          ) : (
            <DatePickerInput
              type="range"
              label={shared.period}
              value={[from, to]}
              onChange={([first, last]) => setPeriod([first, last])}
              maxDate={today}
              allowSingleDateInRange
              valueFormat="DD/MM/YYYY"
            />
          )}
          <DialogActions
            confirm={t.resend}
            isPending={resend.isPending}
            isDisabled={!from}
            error={resend.error}
            onCancel={finish}
            onConfirm={() => resend.mutate()}
          />
        </Stack>
      )}
    </Dialog>
  )
}
