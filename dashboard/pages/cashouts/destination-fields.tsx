import { SegmentedControl, Select, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type AccountKind, accountKinds } from '../../../contract/cashout.ts'
import { useTexts } from '../../text/text.ts'
import { accountKindNames, cashoutTexts } from './cashouts-texts.ts'

/** A form is filled in either way. The way that is chosen is sent. */
export const noDestination = {
  to: 'key' as 'key' | 'account',
  ...{ pixKey: '', beneficiaryDocument: '', beneficiaryName: '' },
  bankAccount: { ispb: '', branch: '', number: '', type: 'CHECKING' as AccountKind },
}

/** Where a cashout goes: a PIX key, or an account at a bank with its holder. */
export function DestinationFields<Values extends typeof noDestination>({
  form,
}: {
  readonly form: UseFormReturnType<Values>
}) {
  const t = useTexts(cashoutTexts)
  const isKey = form.values.to === 'key'
  return (
    <>
      <SegmentedControl
        aria-label={t.to}
        data={[
          { value: 'key', label: t.toKey },
          { value: 'account', label: t.toAccount },
        ]}
        style={{ alignSelf: 'flex-start' }}
        {...form.getInputProps('to')}
      />
      {isKey ? (
        <TextInput
          label={t.pixKey}
          description={t.pixKeyHint}
          required
          {...form.getInputProps('pixKey')}
        />
      ) : (
        <AccountFields form={form} />
      )}
      <TextInput
        label={isKey ? t.owner : t.holderDocument}
        description={isKey ? t.ownerHint : t.holderHint}
        required={!isKey}
        {...form.getInputProps('beneficiaryDocument')}
      />
      <TextInput
        label={isKey ? t.name : t.holderName}
        required={!isKey}
        {...form.getInputProps('beneficiaryName')}
      />
    </>
  )
}

function AccountFields<Values extends typeof noDestination>({
  form,
}: {
  readonly form: UseFormReturnType<Values>
}) {
  const t = useTexts(cashoutTexts)
  const kinds = useTexts(accountKindNames)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label={t.ispb}
        description={t.ispbHint}
        required
        {...form.getInputProps('bankAccount.ispb')}
      />
      <TextInput
        label={t.branch}
        description={t.branchHint}
        required
        {...form.getInputProps('bankAccount.branch')}
      />
      <TextInput
        label={t.accountNumber}
        description={t.accountNumberHint}
        required
        {...form.getInputProps('bankAccount.number')}
      />
      <Select
        label={t.accountKind}
        description={t.accountKindHint}
        allowDeselect={false}
        data={accountKinds.map((value) => ({ value, label: kinds[value] }))}
        {...form.getInputProps('bankAccount.type')}
      />
    </SimpleGrid>
  )
}
