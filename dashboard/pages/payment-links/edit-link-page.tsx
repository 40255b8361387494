import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { PaymentLinkWire } from '../../../contract/payment-link.ts'
import { call } from '../../api/client.ts'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { formTexts } from './form-texts.ts'
import { LinkForm } from './link-form.tsx'
import { linkQuery } from './link-query.ts'
import { changesOf, type LinkValues, valuesOf } from './link-values.ts'
import { linkTexts } from './links-texts.ts'

export default function EditLinkPage() {
  const { id } = useParams({ from: '/signed-in/payment-links/$id/edit' })
  const { data: link, error, refetch } = useQuery(linkQuery(id))
  if (error && !link) return <Failure error={error} retry={refetch} />
  if (!link) return <PageSkeleton />
  return <EditLink link={link} />
}

function EditLink({ link }: { readonly link: PaymentLinkWire }) {
  const t = useTexts(linkTexts)
  const texts = useTexts(formTexts)
  const navigate = useNavigate()
  // Those of the form. A later reading of the link may hold changes of another person.
  const [initial] = useState(() => valuesOf(link))
  const path = `/api/user/payment-links/${link.id}`
  const change = useChange(
    (values: LinkValues) => call('PATCH', path, { body: changesOf(initial, values) }),
    {
      done: texts.saved,
      onDone: () => void navigate({ to: '/payment-links/$id', params: { id: link.id } }),
    },
  )
  return (
    <Page
      title={t.editTitle}
      back={{ to: '/payment-links/$id', params: { id: link.id }, text: link.title }}
      lead={texts.changeHint}
    >
      <LinkForm
        initial={initial}
        submit={texts.save}
        isPending={change.isPending}
        error={change.error}
        onSubmit={(values) => change.mutate(values)}
      />
    </Page>
  )
}
