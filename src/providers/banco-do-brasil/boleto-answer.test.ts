import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeRefusal, decodeRegistration, decodeTitle, decodeTitlePix } from './boleto-answer.ts'

/** From the bank's public test agreement. */
const codes = {
  numero: '00031285570000043986',
  linhaDigitavel: '00190000090312855700000043986173310260000010000',
  codigoBarraNumerico: '00193102600000100000000003128557000004398617',
}
const emv =
  '00020101021226850014br.gov.bcb.pix2563qrcodepix.bb.com.br/pix/v2/e1503bee-684b-4952-ade3-78c0a47e1d0e5204000053039865802BR5908IMOBANCO6005NATAL62070503***63040965'

test('a registration is read with its PIX', () => {
  const read = decodeRegistration(
    JSON.stringify({ ...codes, qrCode: { url: 'x', txId: 'BOLETO1', emv }, novo: [1] }),
  )
  assert.equal(read?.ourNumber, codes.numero)
  assert.deepEqual(read?.pix, { emv, txid: 'BOLETO1' })
})

for (const [what, qrCode] of [
  ['empty', { url: '', txId: '', emv: '' }],
  ['broken', { url: 'x', txId: 'BOLETO1', emv: emv.replace('NATAL', 'NATAS') }],
  ['absent', undefined],
] as const) {
  test(`a registration whose PIX is ${what} is read without it`, () => {
    const read = decodeRegistration(JSON.stringify({ ...codes, qrCode }))
    assert.ok(read && !('pix' in read))
  })
}

for (const name of ['numero', 'linhaDigitavel', 'codigoBarraNumerico'] as const) {
  test(`a registration without ${name} is not read`, () => {
    assert.equal(decodeRegistration(JSON.stringify({ ...codes, [name]: '' })), undefined)
  })
}

const title = {
  codigoLinhaDigitavel: codes.linhaDigitavel,
  textoCodigoBarrasTituloCobranca: codes.codigoBarraNumerico,
  codigoEstadoTituloCobranca: 6,
  dataVencimentoTituloCobranca: '30.11.2026',
  valorOriginalTituloCobranca: 100,
  valorPagoSacado: 100.5,
  dataRecebimentoTitulo: '01.12.2026',
  codigoCanalPagamento: 203,
}

test('a paid boleto is read with amount, day and channel', () => {
  const read = decodeTitle(JSON.stringify(title))
  assert.deepEqual(
    [read?.state, read?.paidAmount, read?.paidOn?.toString(), read?.paidWithPix],
    [6, 10_050, '2026-12-01', false],
  )
  for (const channel of [61, 161, 261]) {
    assert.equal(
      decodeTitle(JSON.stringify({ ...title, codigoCanalPagamento: channel }))?.paidWithPix,
      true,
    )
  }
})

for (const name of [
  'codigoEstadoTituloCobranca',
  'valorOriginalTituloCobranca',
  'dataVencimentoTituloCobranca',
] as const) {
  test(`the response to a query without ${name} is not read`, () => {
    assert.equal(decodeTitle(JSON.stringify({ ...title, [name]: undefined })), undefined)
  })
}

for (const [timestamp, expected] of [
  ['2026-11-21 09:05:00', '2026-11-21T12:05:00.000Z'],
  ['2026-11-21T12:05:00Z', '2026-11-21T12:05:00.000Z'],
  ['2026-11-21T09:05:00-03:00', '2026-11-21T12:05:00.000Z'],
  ['ontem', undefined],
] as const) {
  test(`a PIX received at ${timestamp} was received at ${expected ?? 'an unknown time'}`, () => {
    assert.equal(
      decodeTitlePix(JSON.stringify({ pix: { timestamp } }))?.paidAt?.toISOString(),
      expected,
    )
  })
}

const refusals: [unknown, string | undefined][] = [
  [
    {
      erros: [
        { codigo: '4874915', versao: '1', mensagem: 'Nosso Número já incluído.', ocorrencia: 'x' },
      ],
    },
    '4874915',
  ],
  [
    {
      errors: [
        { code: '4874915.1', message: 'Nosso Número já incluído.', action: 'Informar outro.' },
      ],
    },
    '4874915',
  ],
  [
    {
      erros: [
        {
          codigoMensagem: '4874915',
          versaoMensagem: '1',
          textoMensagem: 'Nosso Número já incluído.',
        },
      ],
    },
    '4874915',
  ],
  [{ statusCode: 400, error: 'Bad Request', message: 'JSON inválido' }, '400'],
  [{ erros: [] }, undefined],
  [{}, undefined],
  ['<html>', undefined],
]

for (const [body, code] of refusals) {
  test(`${JSON.stringify(body).slice(0, 50)} is ${code ? `refusal ${code}` : 'no refusal'}`, () => {
    assert.equal(decodeRefusal(JSON.stringify(body))?.code, code)
  })
}
