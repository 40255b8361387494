import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approvalMailExamples, mailExamples } from '../../test/kit/mail-examples.ts'
import { mailLanguages } from './mail-content.ts'
import { mailNames, renderMail, usefulMsOf } from './templates.ts'

/** By template: what the subject and the text say in each language. */
const expected: Readonly<
  Record<(typeof mailNames)[number], Readonly<Record<'pt' | 'en', readonly (string | RegExp)[]>>>
> = {
  invitation: {
    pt: [
      /^Convite para entrar na conta Café São João$/,
      'Maria Souza convidou você para a conta Café São João.',
      'Financeiro',
      '30/11/2026 às 09:00',
    ],
    en: [
      /^Invitation to join the account Café São João$/,
      'Maria Souza invited you',
      'Finance',
      '30 November 2026, 09:00',
    ],
  },
  'new-device': {
    pt: [/^Novo acesso/, 'Firefox no Linux', '203.0.113.7', 'troque a sua senha'],
    en: [/^New sign-in/, 'Firefox on Linux', '203.0.113.7', 'change your password'],
  },
  'password-reset': {
    pt: [
      /^Troca da sua senha/,
      'uma vez, até: 23/11/2026 às 10:00',
      'a sua senha continua a mesma',
    ],
    en: [/^Change of your Guichê password$/, 'once, until: 23 November 2026, 10:00'],
  },
  'password-changed': {
    pt: [/^A sua senha do Guichê foi trocada$/, 'Quando: 23/11/2026 às 10:00', 'senha nova agora'],
    en: [/^Your Guichê password was changed$/, 'When: 23 November 2026, 10:00'],
  },
  'approval-wanted': {
    pt: [
      /^Aprovação pedida: Saque/,
      'João Lima pediu',
      'Valor: R$ 15',
      'Saques: Por dia, das 6h às 20h: ',
      '→',
    ],
    en: [/^Approval requested: Cashout/, 'João Lima asked for', '→', 'Decide by: '],
  },
  'approval-decided': {
    pt: [/^Pedido negado: Saque/, 'Por: Maria Souza', 'Motivo: Chave desconhecida'],
    en: [/^Request denied: Cashout/, 'By: Maria Souza', 'Reason: Unknown key'],
  },
  'dispute-opened': {
    pt: [
      /^Disputa de R\$ 1\.234,56: responda até 03\/12\/2026$/,
      'contestou uma compra',
      'Responda até: 03/12/2026 às 20:59',
    ],
    en: [/^Dispute of R\$ 1,234\.56: answer by 3 December 2026$/, 'disputed a purchase'],
  },
  'webhook-failing': {
    pt: [/^Um endereço de webhook/, 'Falha desde: 18/11/2026 às 09:00'],
    en: [/^A webhook endpoint/, 'Failing since: 18 November 2026, 09:00'],
  },
  'large-cashout': {
    pt: [/^Saque de R\$ 15\.000,00$/, 'Para: Fornecedora Ltda'],
    en: [/^Cashout of R\$ 15,000\.00$/, 'To: Fornecedora Ltda'],
  },
  'key-made': {
    pt: [
      /^Nova chave secreta na conta Café São João$/,
      'Permissões: ver vendas; ver saldo',
      'Criada por: Maria Souza',
    ],
    en: [/^New secret key in the account Café São João$/, 'Permissions: read sales; read balance'],
  },
}

for (const name of mailNames) {
  for (const language of mailLanguages) {
    test(`${name} in ${language} says what happened in subject, text and HTML`, () => {
      const data = mailExamples[name][language]
      const { subject, text, html } = renderMail(name, language, data as never)
      const [pattern, ...parts] = expected[name][language]
      assert.match(plain(subject), pattern as RegExp)
      for (const part of parts) assert.ok(plain(text).includes(String(part)), `${part} in ${text}`)
      assert.ok(plain(htmlText(html)).includes(plain(subject)), 'the title of the HTML')
      assert.match(html, language === 'pt' ? /<html lang="pt-BR">/ : /<html lang="en">/)
      const url = (data as { url?: string }).url
      if (url !== undefined) {
        assert.ok(text.includes(url), 'the link is in the text')
        assert.equal(html.split(`href="${url}"`).length, 3, 'and twice in the HTML')
      }
    })

    test(`${name} in ${language} loads nothing and runs nothing`, () => {
      const { html } = renderMail(name, language, mailExamples[name][language] as never)
      assert.doesNotMatch(html, /<(?:img|script|iframe|link|object|embed|form|video|audio)\b/i)
      assert.doesNotMatch(html, /\bsrc=|url\(|@import|@font-face/i)
      assert.match(html, /<meta name="color-scheme" content="light dark">/)
    })

    test(`${name} in ${language} shows hostile text as text, on its line`, () => {
      const { subject, text, html } = renderMail(
        name,
        language,
        hostile(mailExamples[name][language]) as never,
      )
      assert.doesNotMatch(subject, /[\p{Cc}\u2028\u2029\u202e]/u)
      assert.doesNotMatch(text, /^Bcc:/m)
      assert.doesNotMatch(html, /<b>/)
      assert.doesNotMatch(
        `${subject} ${text}`,
        /evil\.example\/win/,
        'no program makes a link of it',
      )
    })
  }
}

for (const { what, name, language, data, says } of approvalMailExamples)
  test(`${what} has a mail in ${language}`, () => {
    const { text } = renderMail(name, language, data as never)
    for (const part of says) assert.ok(plain(text).includes(part), `${part} in ${text}`)
  })

for (const [language, says, saysNot] of [
  ['pt', 'não foi informado', 'até o prazo'],
  ['en', 'No deadline was given', 'by the deadline'],
] as const)
  test(`a dispute without a deadline has a mail that names none (${language})`, () => {
    const data = { ...mailExamples['dispute-opened'][language], answerBy: null }
    const { text } = renderMail('dispute-opened', language, data)
    assert.ok(text.includes(says) && !text.includes(saysNot), text)
  })

test('a mail is worth sending for an hour at least, and for a week at most', () => {
  for (const name of mailNames) {
    const hours = usefulMsOf(name) / 3_600_000
    assert.ok(hours >= 1 && hours <= 7 * 24, name)
  }
})

test('a link that is no web address is a bug', () => {
  const data = { ...mailExamples['password-reset'].pt, url: 'javascript:alert(1)' }
  assert.throws(() => renderMail('password-reset', 'pt', data), /https/)
})

/** Every text of a person replaced by an attack. Instants, ids, kinds and our own links stay. */
function hostile(data: object): object {
  const ours = new Set([
    'url',
    'at',
    'expiresAt',
    'requestedAt',
    'failingSince',
    'answerBy',
    'kind',
    'decision',
  ])
  const attack = 'Loja\r\nBcc: a@b.example\u2028\u202e<b>evil.example/win</b>'
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      ours.has(key) || key.endsWith('Id') || typeof value !== 'string' ? value : attack,
    ]),
  )
}

/** Without the invisible characters that keep names from becoming links and lines from breaking. */
const plain = (text: string): string => text.replaceAll('\u2060', '').replaceAll('\u00a0', ' ')

const htmlText = (html: string): string =>
  html
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
