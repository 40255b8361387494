import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { MoneyInput } from '../../parts/money-input.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { formTexts } from './form-texts.ts'
import type { LinkFormState } from './link-form.tsx'
import { noItem, sumOf } from './link-values.ts'

const mostItems = 20

/** What the payer gets for the price. */
export function ItemFields({ form }: { readonly form: LinkFormState }) {
  const t = useTexts(formTexts)
  const { items, price, hasQuantity } = form.values
  const most = price === 'fixed' && hasQuantity ? 1 : mostItems
  return (
    <Stack>
      {items.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item has no other name.
        <Item key={index} form={form} index={index} />
      ))}
      {form.errors.items && (
        <Text size="sm" c="red" role="alert">
          {form.errors.items}
        </Text>
      )}
      <Sum form={form} />
      {items.length < most ? (
        <Group>
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => form.insertListItem('items', { ...noItem })}
          >
            {t.addItem}
          </Button>
        </Group>
      ) : (
        most === 1 && (
          <Text size="sm" c="dimmed">
            {t.oneItem}
          </Text>
        )
      )}
    </Stack>
  )
}

function Item({ form, index }: { readonly form: LinkFormState; readonly index: number }) {
  const t = useTexts(formTexts)
  const field = (name: string) => form.getInputProps(`items.${index}.${name}`)
  return (
    <Group
      component="fieldset"
      align="flex-end"
      gap="sm"
      style={{ border: 0, padding: 0, margin: 0 }}
      aria-label={t.item(index + 1)}
    >
      <TextInput label={t.itemTitle} maxLength={255} flex="1 1 200px" {...field('title')} />
      <MoneyInput label={t.unitPrice} w={130} {...field('unitPrice')} />
      <NumberInput
        label={t.quantity}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        w={110}
        {...field('quantity')}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t.removeItem(index + 1)}
        onClick={() => form.removeListItem('items', index)}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** What the items cost together, when that is not the price. */
function Sum({ form }: { readonly form: LinkFormState }) {
  const t = useTexts(formTexts)
  const { money } = useFormat()
  const sum = sumOf(form.values)
  const { price, amount, hasQuantity } = form.values
  if (price === 'open' || hasQuantity || sum === undefined || sum === amount) return null
  return (
    <Group gap="xs">
      <Text size="sm">{t.sum(money(sum))}</Text>
      <Button size="compact-sm" variant="light" onClick={() => form.setFieldValue('amount', sum)}>
        {t.useSum}
      </Button>
    </Group>
  )
}
