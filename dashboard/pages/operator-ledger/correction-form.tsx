import { Select, SimpleGrid, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { AccountChoice } from '../../parts/account-choice.tsx'
import { DialogActions } from '../../parts/dialog.tsx'
import { MoneyInput } from '../../parts/money-input.tsx'
import { allBooks, useEntryNames } from '../../text/entry-names.ts'
import { useTexts } from '../../text/text.ts'
import { type Correction, CorrectionPreview } from './correction-preview.tsx'
import { ledgerTexts } from './ledger-texts.ts'

/** A correction: both sides, the amount and the reason. Its effect is shown before it is sent. */
export function CorrectionForm({
  accountId,
  onClose,
}: {
  readonly accountId: string | null
  readonly onClose: () => void
}) {
  const t = useTexts(ledgerTexts)
  const names = useEntryNames()
  const [ready, setReady] = useState<Correction>()
  const form = useForm<Draft>({
    initialValues: { accountId, debitBook: null, creditBook: null, amount: null, reason: '' },
    validate: {
      accountId: (id) => (id === null ? t.accountNeeded : null),
      debitBook: (book) => (book === null ? t.bookNeeded : null),
      creditBook: (book, { debitBook }) =>
        book === null ? t.bookNeeded : book === debitBook ? t.sameBook : null,
      amount: (amount) => (amount === null || amount <= 0 ? t.amountNeeded : null),
      reason: (reason) => (reason.trim() === '' ? t.reasonNeeded : null),
    },
  })
  if (ready)
    return (
      <CorrectionPreview
        correction={ready}
        onBack={() => setReady(undefined)}
        onRefused={(errors) => {
          setReady(undefined)
          form.setErrors(errors)
        }}
        onClose={onClose}
      />
    )
  const choices = allBooks.map((book) => ({ value: book, label: names.book(book) }))
  return (
    <form
      onSubmit={form.onSubmit((draft) => {
        if (isWhole(draft)) setReady({ ...draft, reason: draft.reason.trim() })
      })}
    >
      <Stack>
        <AccountChoice {...form.getInputProps('accountId')} data-autofocus />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select label={t.debitBook} data={choices} {...form.getInputProps('debitBook')} />
          <Select label={t.creditBook} data={choices} {...form.getInputProps('creditBook')} />
        </SimpleGrid>
        <MoneyInput label={t.amount} {...form.getInputProps('amount')} />
        <Textarea
          label={t.reason}
          description={t.correctionReasonHint}
          autosize
          minRows={2}
          maxLength={1_000}
          {...form.getInputProps('reason')}
        />
        <DialogActions confirm={t.seeEffect} isPending={false} error={null} onCancel={onClose} />
      </Stack>
    </form>
  )
}

type Draft = { readonly [Key in keyof Correction]: Correction[Key] | null } & {
  readonly reason: string
}

const isWhole = (draft: Draft): draft is Draft & Correction =>
  Object.values(draft).every((value) => value !== null)
