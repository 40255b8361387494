import type { TSchema } from 'typebox'
import type { SettingFieldWire } from '../../../contract/provider.ts'
import type { SettingForm } from './setting.ts'

/**
 * The fields of a form for the settings of a provider, in the order of the schema that checks them.
 * A part (`group`) comes before its fields. Throws for a setting without a label.
 */
export const settingsForm = (schema: TSchema): SettingFieldWire[] =>
  fieldsIn(schema as unknown as Node)

/** The parts of JSON Schema that settings use. */
interface Node {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly items?: Node
  readonly anyOf?: readonly Node[]
  readonly const?: string
  readonly default?: string | number | boolean
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly form?: SettingForm
}

function fieldsIn({ properties = {}, required = [] }: Node, group?: string): SettingFieldWire[] {
  return Object.entries(properties).flatMap(([key, node]) => {
    const name = group === undefined ? key : `${group}.${key}`
    const one = node.items ?? node
    const { label, help, isSecret = false, accept } = formOf(name, node)
    const field: SettingFieldWire = {
      name,
      group: group ?? null,
      type: typeOf(name, one, accept),
      isList: node.items !== undefined,
      isSecret,
      isRequired: required.includes(key),
      default: node.default ?? null,
      label,
      help: help ?? null,
      choices: choicesOf(name, one) ?? null,
      accept: accept ?? null,
      pattern: one.pattern ?? null,
      minLength: one.minLength ?? null,
      maxLength: one.maxLength ?? null,
      minimum: one.minimum ?? null,
      maximum: one.maximum ?? null,
      minItems: node.minItems ?? null,
      maxItems: node.maxItems ?? null,
    }
    return [field, ...fieldsIn(one, name)]
  })
}

function formOf(name: string, { form }: Node): SettingForm {
  if (!form) throw new Error(`the setting ${name} has no label`)
  return form
}

function typeOf(name: string, node: Node, accept: string | undefined): SettingFieldWire['type'] {
  if (node.anyOf || node.const !== undefined) return 'choice'
  if (node.type === 'object') return 'group'
  if (node.type === 'boolean') return 'boolean'
  if (node.type === 'integer' || node.type === 'number') return 'number'
  if (node.type === 'string') return accept === undefined ? 'text' : 'file'
  throw new Error(`no form shows the setting ${name}`)
}

const choicesOf = (name: string, { anyOf, const: only, ...node }: Node) =>
  (anyOf ?? (only === undefined ? undefined : [{ ...node, const: only }]))?.map((option) => ({
    value: option.const ?? '',
    label: formOf(`${name}=${option.const}`, option).label,
  }))
