import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { providerKinds } from '../registry.ts'
import { shown } from './setting.ts'
import { settingsForm } from './settings-form.ts'
import { shownSettings } from './shown-settings.ts'

const label = { pt: 'Nome', en: 'Name' }
const schema = Type.Object({
  url: Type.String(shown({ label })),
  key: Type.String(shown({ label, isSecret: true })),
  ca: Type.String(shown({ label, accept: '.pem' })),
  part: Type.Optional(Type.Object({ host: Type.String(shown({ label })) }, shown({ label }))),
  headers: Type.Array(
    Type.Object({
      name: Type.String(shown({ label })),
      value: Type.String(shown({ label, isSecret: true })),
    }),
    shown({ label }),
  ),
})

test('names and addresses are shown, secrets and files are not', () =>
  assert.deepEqual(
    shownSettings(schema, {
      ...{ url: 'https://bank.example', key: 'secret', ca: 'PEM', part: { host: 'h' } },
      headers: [
        { name: 'a', value: 'secret' },
        { name: 'b', value: 'secret' },
      ],
    }),
    { url: 'https://bank.example', 'part.host': 'h', 'headers.name': ['a', 'b'] },
  ))

test('a part that is absent shows nothing', () =>
  assert.deepEqual(shownSettings(schema, { url: 'x', headers: [] }), {
    url: 'x',
    'headers.name': [],
  }))

for (const [kind, { schema: own }] of Object.entries(providerKinds))
  test(`no secret of ${kind} is shown`, () => {
    const secrets = settingsForm(own).filter(({ isSecret }) => isSecret)
    const settings: Record<string, unknown> = {}
    for (const { name } of settingsForm(own))
      if (!name.includes('.')) settings[name] = { secret: 'S3CRET' }
    for (const { name } of secrets.filter((field) => !field.name.includes('.')))
      settings[name] = 'S3CRET'
    const names = Object.keys(shownSettings(own, settings))
    for (const { name } of secrets) assert.ok(!names.includes(name), name)
  })
