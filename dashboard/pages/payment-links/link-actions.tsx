import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { PaymentLinkStatus, PaymentLinkWire } from '../../../contract/payment-link.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { linkTexts } from './links-texts.ts'

/** Edit, end and open again, for a person who may. */
export function LinkActions({ link: { id, status } }: { readonly link: PaymentLinkWire }) {
  const t = useTexts(linkTexts)
  const mayWrite = useMay().atAccount('payment-links:write')
  const set = (next: PaymentLinkStatus) =>
    call<PaymentLinkWire>('PATCH', `/api/user/payment-links/${id}`, { body: { status: next } })
  const reopen = useChange(() => set('ACTIVE'), { done: t.reopened })
  if (!mayWrite) return null
  return (
    <>
      {reopen.error && <Failure error={reopen.error} />}
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/payment-links/$id/edit" params={{ id }} {...props} />}
      >
        {t.edit}
      </Button>
      {status === 'ACTIVE' ? (
        <ConfirmButton
          button={t.end}
          title={t.endTitle}
          confirm={t.end}
          done={t.ended}
          run={() => set('INACTIVE')}
        >
          <Text size="sm">{t.endText}</Text>
        </ConfirmButton>
      ) : (
        <Button loading={reopen.isPending} onClick={() => reopen.mutate()}>
          {t.reopen}
        </Button>
      )}
    </>
  )
}
