import { Button, Fieldset, Stack, Switch, Text } from '@mantine/core'
import { useTexts } from '../../text/text.ts'
import { providerTexts } from './providers-texts.ts'
import { SettingField } from './setting-field.tsx'
import { blankOf, type Schema, type Settings } from './settings-schema.ts'

interface FieldsProps {
  readonly schema: Schema
  readonly value: Settings
  readonly onChange: (value: Settings) => void
  /** The messages of the gateway, by the path of the field. */
  readonly errors: Readonly<Record<string, string>>
  readonly path: string
}

/** The fields of an object, from its schema. */
export function SettingsFields({ schema, value, onChange, errors, path }: FieldsProps) {
  const { properties = {}, required = [] } = schema
  return (
    <Stack>
      {Object.entries(properties).map(([name, each]) => {
        const props = {
          name,
          schema: each,
          value: value[name],
          isRequired: required.includes(name),
          path: `${path}.${name}`,
          errors,
          onChange: (next: unknown) => onChange({ ...value, [name]: next }),
        }
        if (each.type === 'object') return <Part key={name} {...props} />
        if (each.type === 'array' && each.items?.type === 'object')
          return <Repeated key={name} {...props} />
        return <SettingField key={name} {...props} />
      })}
    </Stack>
  )
}

interface PartProps {
  readonly name: string
  readonly schema: Schema
  readonly value: unknown
  readonly isRequired: boolean
  readonly path: string
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (value: unknown) => void
}

/** Fields that belong together. Optional ones are shown when they are turned on. */
function Part({ name, schema, value, isRequired, path, errors, onChange }: PartProps) {
  const isOn = isRequired || value !== undefined
  return (
    <Fieldset legend={<span className="code">{name}</span>}>
      {!isRequired && (
        <Switch
          label={schema.description ?? name}
          checked={isOn}
          mb={isOn ? 'md' : 0}
          onChange={(event) => onChange(event.currentTarget.checked ? blankOf(schema) : undefined)}
        />
      )}
      {isOn && (
        <SettingsFields
          schema={schema}
          value={(value ?? {}) as Settings}
          onChange={onChange}
          errors={errors}
          path={path}
        />
      )}
    </Fieldset>
  )
}

/** A list of parts. */
function Repeated({ name, schema, value, path, errors, onChange }: PartProps) {
  const t = useTexts(providerTexts)
  const items = (value ?? []) as readonly Settings[]
  const { items: item = {} } = schema
  return (
    <Fieldset legend={<span className="code">{name}</span>}>
      <Stack>
        {schema.description && (
          <Text size="xs" c="dimmed">
            {schema.description}
          </Text>
        )}
        {items.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name of its own.
          <Stack key={index} gap="xs">
            <SettingsFields
              schema={item}
              value={each}
              onChange={(next) => onChange(items.with(index, next))}
              errors={errors}
              path={`${path}.${index}`}
            />
            {items.length > 1 && (
              <Button
                size="xs"
                variant="subtle"
                onClick={() => onChange(items.toSpliced(index, 1))}
              >
                {t.removeItem}
              </Button>
            )}
          </Stack>
        ))}
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange([...items, blankOf(item)])}
          style={{ alignSelf: 'flex-start' }}
        >
          {t.addItem}
        </Button>
      </Stack>
    </Fieldset>
  )
}
