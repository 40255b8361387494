import {
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useTexts } from '../../text/text.ts'
import { providerTexts } from './providers-texts.ts'
import { choicesOf, isLong, isSecret, type Schema } from './settings-schema.ts'

/** One field, in the form that its schema asks for. */
export function SettingField({
  name,
  schema,
  value,
  isRequired,
  path,
  errors,
  onChange,
}: {
  readonly name: string
  readonly schema: Schema
  readonly value: unknown
  readonly isRequired: boolean
  readonly path: string
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (value: unknown) => void
}) {
  const t = useTexts(providerTexts)
  const label = isRequired ? name : `${name} (${t.optional})`
  const common = {
    label,
    description: schema.description,
    required: isRequired,
    error: errors[path],
  }
  const text = typeof value === 'string' ? value : ''
  const choices = choicesOf(schema)
  if (choices)
    return (
      <Select
        {...common}
        data={choices}
        value={text || null}
        clearable={!isRequired}
        onChange={(next) => onChange(next ?? undefined)}
      />
    )
  if (schema.type === 'boolean')
    return (
      <Switch
        label={label}
        description={schema.description}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked || undefined)}
      />
    )
  if (schema.type === 'integer' || schema.type === 'number')
    return (
      <NumberInput
        {...common}
        value={typeof value === 'number' ? value : ''}
        allowDecimal={schema.type === 'number'}
        onChange={(next) => onChange(next === '' ? undefined : Number(next))}
      />
    )
  if (schema.type === 'array')
    return (
      <TagsInput
        {...common}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(next) => onChange(next)}
      />
    )
  if (isLong(schema))
    return (
      <Textarea
        {...common}
        autosize
        minRows={3}
        maxRows={8}
        placeholder="-----BEGIN …"
        classNames={{ input: 'code' }}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  const Input = isSecret(name) ? PasswordInput : TextInput
  return (
    <Input
      {...common}
      autoComplete="off"
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
