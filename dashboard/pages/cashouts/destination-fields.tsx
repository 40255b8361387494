import { SegmentedControl, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type AccountKind, accountKinds } from '../../../contract/cashout.ts'
import { useTexts } from '../../text/text.ts'
import { accountKindNames, cashoutTexts } from './cashouts-texts.ts'

/** A form is filled in either way. The way that is chosen is sent. */
export const noDestination = {
  to: 'key' as 'key' | 'account' | 'code',
  ...{ pixKey: '', qrcode: '', beneficiaryDocument: '', beneficiaryName: '' },
  bankAccount: { ispb: '', branch: '', number: '', type: 'CHECKING' as AccountKind },
}

/** Where a cashout goes: a PIX key, an account with its holder, or the key behind a Pix code. */
export function DestinationFields<Values extends typeof noDestination>({
  form,
}: {
  readonly form: UseFormReturnType<Values>
}) {
  const t = useTexts(cashoutTexts)
  const { to } = form.values
  const isAccount = to === 'account'
  return (
    <>
      <SegmentedControl
        aria-label={t.to}
        data={[
          { value: 'key', label: t.toKey },
          { value: 'account', label: t.toAccount },
          { value: 'code', label: t.toCode },
        ]}
        style={{ alignSelf: 'flex-start' }}
        {...form.getInputProps('to')}
      />
      {to === 'code' && (
        <Textarea
          label={t.code}
          description={t.codeHint}
          required
          autosize
          minRows={3}
          {...form.getInputProps('qrcode')}
        />
      )}
      {to === 'key' && (
        <TextInput
          label={t.pixKey}
          description={t.pixKeyHint}
          required
          {...form.getInputProps('pixKey')}
        />
      )}
      {isAccount && <AccountFields form={form} />}
      <TextInput
        label={isAccount ? t.holderDocument : t.owner}
        description={isAccount ? t.holderHint : t.ownerHint}
        required={isAccount}
        {...form.getInputProps('beneficiaryDocument')}
      />
      <TextInput
        label={isAccount ? t.holderName : t.name}
        required={isAccount}
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
