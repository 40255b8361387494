import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../primitives/money.ts'
import type { BoletoOrder } from '../ports/boleto.ts'
import { encodeBoleto, ourNumberOf } from './boleto-request.ts'
import type { BancoDoBrasilSettings } from './settings.ts'

test('the nosso número is 000, the agreement and ten digits of our sequence', () => {
  assert.equal(ourNumberOf('3128557', 43_986), '00031285570000043986')
  assert.equal(ourNumberOf('3128557', 9_999_999_999), '00031285579999999999')
  assert.throws(() => ourNumberOf('3128557', 10_000_000_000))
  assert.throws(() => ourNumberOf('3128557', 0))
})

test('a boleto is written in the form that the bank publishes', () => {
  assert.deepEqual(JSON.parse(encodeBoleto(order, settings)), {
    numeroConvenio: 3128557,
    numeroCarteira: 17,
    numeroVariacaoCarteira: 35,
    codigoModalidade: 1,
    dataEmissao: '21.11.2026',
    dataVencimento: '30.11.2026',
    valorOriginal: 1234.5,
    indicadorAceiteTituloVencido: 'S',
    numeroDiasLimiteRecebimento: 30,
    codigoAceite: 'N',
    codigoTipoTitulo: 2,
    descricaoTipoTitulo: 'DM',
    indicadorPermissaoRecebimentoParcial: 'N',
    numeroTituloBeneficiario: 'PEDIDO-2026-000',
    numeroTituloCliente: '00031285570000000042',
    mensagemBloquetoOcorrencia: 'NAO RECEBER APOS O PRAZO. OBRIGADO!',
    pagador: {
      tipoInscricao: 1,
      numeroInscricao: '01234567890',
      nome: 'CONCEICAO NUNEZ',
      endereco: 'RUA SAO JOAO, 1',
      cep: '01310200',
      cidade: 'SAO PAULO',
      bairro: 'SE',
      uf: 'SP',
    },
    indicadorPix: 'S',
  })
})

test('a boleto that is not payable after the due date says so', () => {
  const body = JSON.parse(encodeBoleto({ ...order, payableDaysAfterDue: 0 }, settings))
  assert.equal(body.indicadorAceiteTituloVencido, 'N')
  assert.equal(body.numeroDiasLimiteRecebimento, 0)
})

for (const [overdue, fields] of [
  [{ action: 'PROTEST', afterDays: 10 }, { quantidadeDiasProtesto: 10 }],
  [
    { action: 'SERASA', afterDays: 30 },
    { quantidadeDiasNegativacao: 30, orgaoNegativador: 10 },
  ],
  [
    { action: 'QUOD', afterDays: 31 },
    { quantidadeDiasNegativacao: 31, orgaoNegativador: 11 },
  ],
] as const) {
  test(`${overdue.action} is requested with ${Object.keys(fields)}`, () => {
    const plain = JSON.parse(encodeBoleto(order, settings))
    assert.deepEqual(JSON.parse(encodeBoleto({ ...order, overdue }, settings)), {
      ...plain,
      ...fields,
    })
  })
}

test('a company is distinguished from a person, also when its number has letters', () => {
  const payer = { ...order.payer, name: 'Loja', document: '12ABC34501DE35' }
  const { pagador } = JSON.parse(encodeBoleto({ ...order, payer }, settings))
  const { tipoInscricao, numeroInscricao, nome } = pagador
  assert.deepEqual(
    { tipoInscricao, numeroInscricao, nome },
    { tipoInscricao: 2, numeroInscricao: '12ABC34501DE35', nome: 'LOJA' },
  )
})

test('a payer without an address has that of the settings, and any other keeps its own', () => {
  const payerAddress = {
    street: 'Praça da Sé, 100',
    neighborhood: 'Sé',
    city: 'São Paulo',
    state: 'SP',
    zipCode: '01001000',
  }
  const { address: _, ...payer } = order.payer
  const streetOf = (of: BoletoOrder) =>
    JSON.parse(encodeBoleto(of, { ...settings, payerAddress })).pagador.endereco
  assert.equal(streetOf({ ...order, payer }), 'PRACA DA SE, 100')
  assert.equal(streetOf(order), 'RUA SAO JOAO, 1')
  assert.throws(() => encodeBoleto({ ...order, payer }, settings))
})

const settings: BancoDoBrasilSettings = {
  baseUrl: 'https://api.example/cobrancas/v2',
  tokenUrl: 'https://oauth.example/oauth/token',
  clientId: 'id',
  clientSecret: 'secret',
  appKey: 'application',
  convenio: '3128557',
  carteira: '17',
  variacaoCarteira: '35',
  agency: '452',
  account: '123873',
  beneficiary: { name: 'Loja', document: '11222333000181', address: 'Rua 1' },
  noticeSecret: 'sixteen-or-more-characters',
}

const order: BoletoOrder = {
  sequence: 42,
  amount: cents(123_450),
  issueDate: '2026-11-21',
  dueDate: '2026-11-30',
  payableDaysAfterDue: 30,
  documentNumber: 'Pedido-2026-000042',
  payer: {
    name: ' Conceição Núñez ',
    document: '01234567890',
    address: {
      street: 'Rua São João, 1',
      city: 'São Paulo',
      state: 'sp',
      zipCode: '01310-200',
      neighborhood: 'Sé',
    },
  },
  shop: { name: 'Loja', document: '11222333000181' },
  instructions: ['Não receber após o prazo.', 'Obrigado!'],
}
