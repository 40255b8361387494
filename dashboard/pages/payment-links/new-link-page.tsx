import { useNavigate } from '@tanstack/react-router'
import type { PaymentLinkWire } from '../../../contract/payment-link.ts'
import { call } from '../../api/client.ts'
import { Page } from '../../parts/page.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useDraft } from '../../parts/use-draft.ts'
import { useTexts } from '../../text/text.ts'
import { formTexts } from './form-texts.ts'
import { LinkForm } from './link-form.tsx'
import { bodyOf, type LinkValues, noValues } from './link-values.ts'
import { linkTexts } from './links-texts.ts'

export default function NewLinkPage() {
  const t = useTexts(linkTexts)
  const texts = useTexts(formTexts)
  const navigate = useNavigate()
  const draft = useDraft('payment-link', noValues)
  const create = useChange(
    (values: LinkValues) =>
      call<PaymentLinkWire>('POST', '/api/user/payment-links', { body: bodyOf(values) }),
    {
      done: texts.created,
      onDone: ({ id }) => {
        draft.forget()
        void navigate({ to: '/payment-links/$id', params: { id } })
      },
    },
  )
  return (
    <Page title={t.newLink} back={{ to: '/payment-links', text: t.title }}>
      <LinkForm
        initial={draft.initial}
        submit={texts.create}
        isPending={create.isPending}
        error={create.error}
        onChange={draft.keep}
        onSubmit={(values) => create.mutate(values)}
      />
    </Page>
  )
}
