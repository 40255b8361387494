import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { SettingFieldWire } from '../../../contract/provider.ts'
import { providerKinds } from '../registry.ts'
import { shown } from './setting.ts'
import { settingsForm } from './settings-form.ts'

const label = { pt: 'Nome', en: 'Name' }

test('each setting of each kind has a label, and each text is in both languages', () => {
  for (const { schema } of Object.values(providerKinds))
    for (const field of settingsForm(schema)) {
      const labels = [field.label, ...(field.choices ?? []).map((choice) => choice.label)]
      for (const text of [...labels, ...(field.help ? [field.help] : [])])
        assert.deepEqual([text.pt.trim() !== '', text.en.trim() !== ''], [true, true], field.name)
    }
})

test('a setting or a choice without a label is an error', () => {
  const bad: TSchema[] = [
    Type.Object({ host: Type.String() }),
    Type.Object({ part: Type.Object({ host: Type.String() }, shown({ label })) }),
    Type.Object({ mode: Type.Union([Type.Literal('a'), Type.Literal('b')], shown({ label })) }),
  ]
  for (const schema of bad) assert.throws(() => settingsForm(schema), /has no label/)
})

test('a field has the rules of its schema', () => {
  const schema = Type.Object({
    mode: Type.Optional(
      Type.Union([Type.Literal('a', shown({ label }))], { default: 'a', ...shown({ label }) }),
    ),
    hosts: Type.Array(Type.String({ maxLength: 9 }), { minItems: 1, ...shown({ label }) }),
    files: Type.Optional(
      Type.Object(
        { key: Type.String({ ...shown({ label, isSecret: true, accept: '.pem' }) }) },
        shown({ label }),
      ),
    ),
    every: Type.Integer({ minimum: 5, maximum: 7, ...shown({ label }) }),
    on: Type.Boolean(shown({ label })),
  })
  const seen = settingsForm(schema).map(({ help: _help, label: _label, ...field }) =>
    Object.fromEntries(
      Object.entries(field).filter(([, value]) => value !== null && value !== false),
    ),
  )
  assert.deepEqual(seen, [
    { name: 'mode', type: 'choice', default: 'a', choices: [{ value: 'a', label }] },
    { name: 'hosts', type: 'text', isList: true, isRequired: true, maxLength: 9, minItems: 1 },
    { name: 'files', type: 'group' },
    {
      name: 'files.key',
      group: 'files',
      type: 'file',
      isSecret: true,
      isRequired: true,
      accept: '.pem',
    },
    { name: 'every', type: 'number', isRequired: true, minimum: 5, maximum: 7 },
    { name: 'on', type: 'boolean', isRequired: true },
  ])
})

test('secrets are hidden, and names and addresses are not', () => {
  const secrets = Object.entries(providerKinds).map(([kind, { schema }]) => [
    kind,
    settingsForm(schema)
      .filter(({ isSecret }) => isSecret)
      .map(({ name }) => name),
  ])
  const wallet = ['wallet.privateKey', 'wallet.decryption.privateKey']
  assert.deepEqual(Object.fromEntries(secrets), {
    cielo: [
      'merchantKey',
      'noticeHeaders.value',
      'chargeback.clientSecret',
      'chargeback.privateKey',
      ...wallet,
      'edi.password',
      'edi.privateKey',
    ],
    pagarme: ['secretKey', 'notice.password', ...wallet],
    rede: ['token', 'edi.password', 'edi.privateKey'],
    'api-pix': ['clientSecret', 'appKey', 'privateKey'],
    'banco-do-brasil': [
      ...['clientSecret', 'appKey', 'noticeSecret', 'certificateKey'],
      ...['returnMailbox.password', 'returnMailbox.privateKey'],
    ],
    'banco-do-brasil-cnab': ['returnMailbox.password', 'returnMailbox.privateKey'],
    inter: ['clientSecret', 'privateKey'],
    efi: ['clientSecret', 'privateKey'],
    woovi: ['appId'],
  })
})

test('each kind says what it does', () => {
  const services = Object.entries(providerKinds).map(([kind, each]) => [kind, each.services])
  assert.deepEqual(Object.fromEntries(services), {
    cielo: ['card', 'disputes', 'device-pay', 'files'],
    pagarme: ['card', 'disputes', 'device-pay', 'files'],
    rede: ['card', 'files'],
    'api-pix': ['pix', 'disputes', 'files'],
    'banco-do-brasil': ['boleto', 'files'],
    'banco-do-brasil-cnab': ['boleto', 'files'],
    inter: ['boleto', 'files'],
    efi: ['cashout', 'files'],
    woovi: ['cashout', 'files'],
  })
})

test('a default is valid', () => {
  for (const [kind, { schema }] of Object.entries(providerKinds)) {
    const withDefault = settingsForm(schema).filter((field) => field.default !== null)
    for (const field of withDefault) {
      const settings = within(field)
      const at = `/${field.name.replaceAll('.', '/')}`
      const wrong = Value.Errors(schema, settings).filter(({ instancePath }) => instancePath === at)
      assert.deepEqual([kind, wrong], [kind, []])
    }
  }
})

/** Settings with nothing but the default of one field. */
const within = ({ name, default: value }: SettingFieldWire): unknown =>
  name.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
