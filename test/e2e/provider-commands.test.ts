import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { differencesIn, replay } from '../../src/providers/recording/record.ts'
import type { Recording } from '../../src/providers/recording/recording.ts'
import { openCommandLine } from '../kit/command-line.ts'
import { openWorld, type World } from '../kit/gateway.ts'

let world: World
let commandLine: ReturnType<typeof openCommandLine>
before(async () => {
  world = await openWorld()
  commandLine = openCommandLine(world)
})
after(async () => {
  commandLine.close()
  await world.close()
})

const guiche = (...argv: string[]) => commandLine.guiche(...argv)

test('"providers check" says what works at a provider, in Portuguese', async () => {
  const { code, text } = await guiche('providers', 'check', world.providers.ids.card)
  assert.equal(code, 0, text)
  assert.match(text, /✔ consulta de uma venda\n✔ lista de disputas\n/)
  assert.match(text, /! nenhum aviso do provedor .* chegou ainda \(callback-never-called\)\n/)
  assert.match(text, /✔ relógio: \d s de diferença\n0 erros e 1 avisos$/)
})

test('"providers check" prepares the folder of remittances only on request', async () => {
  const id = world.providers.all['boleto-files'] ?? ''
  const marker = join(world.home, 'boleto-files', 'remittances', '.guiche')
  rmSync(marker)
  const bare = await guiche('providers', 'check', id)
  assert.equal(bare.code, 1)
  assert.match(bare.text, /não está preparada.*\(folder-not-prepared\)/s)
  assert.equal(existsSync(marker), false)
  const prepared = await guiche('providers', 'check', id, '--prepare-folder')
  assert.equal(prepared.code, 0, prepared.text)
  assert.match(prepared.text, /✔ pasta das remessas\n/)
  const other = await guiche('providers', 'check', world.providers.ids.card, '--prepare-folder')
  assert.deepEqual(other, {
    code: 1,
    text: 'este provedor não recebe remessas por uma pasta',
  })
})

test('"reconcile" shows the case of a provider behind a thousand newer ones', async () => {
  const [id = '', other] = [world.providers.all['boleto-files'], world.providers.ids.card]
  await world.app.sql`
    insert into reconciliation_cases
      (provider_id, id, kind, subject, occurrence, status, opened_at)
    select case n when 0 then ${id}::uuid else ${other}::uuid end, gen_random_uuid(),
      'arrival-doubled', 'payment ' || n, 1, 'OPEN', now() + n * interval '1 second'
    from generate_series(0, 1000) as n`
  const { code, text } = await guiche('reconcile', '--provider', id)
  assert.equal(code, 1)
  assert.match(text, /^✘ arrival-doubled payment 0 /m)
})

test('"providers record" writes a run that can be replayed, and overwrites nothing', async () => {
  const [data, file] = [join(world.home, 'data.json'), join(world.home, 'cielo.json')]
  const card = {
    ...{ number: '4024007153760011', holderName: 'Ana Teste' },
    ...{ expirationMonth: 12, expirationYear: 2031, cvv: '123' },
  }
  writeFileSync(data, JSON.stringify({ card, payer: { name: 'Ana Teste' } }))
  const record = () =>
    guiche('providers', 'record', world.providers.ids.card, file, '--create', data)
  const { code, text } = await record()
  assert.equal(code, 0, text)
  const written = readFileSync(file, 'utf8')
  const recording: Recording = JSON.parse(written)
  assert.equal(recording.source.environment, 'sandbox of Guichê')
  assert.deepEqual(JSON.parse(text).steps.slice(2), [
    'sale',
    'query of the sale',
    'cancel',
    'query after the cancel',
  ])
  assert.deepEqual(differencesIn(recording, await replay(recording)), [])
  assert.deepEqual(await record(), { code: 1, text: `${file} já existe` })
  assert.equal(readFileSync(file, 'utf8'), written)
})

test('"providers record" names the data that are missing', async () => {
  const data = join(world.home, 'empty.json')
  writeFileSync(data, '{}')
  const file = join(world.home, 'other.json')
  const { code, text } = await guiche(
    ...['providers', 'record', world.providers.ids.card, file, '--create', data],
  )
  assert.equal(code, 1)
  assert.equal(text, 'nada foi gravado: falta "card" nos dados a criar')
})
