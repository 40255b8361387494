import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { returnText } from '../../../sandbox/banco-do-brasil/return-text.ts'
import { cents } from '../../../src/primitives/money.ts'
import { remittanceText } from '../../../src/providers/banco-do-brasil/remittance-text.ts'
import type { Calls, Witness } from '../witness.ts'

/** The part of the library that is used. Its types do not know the name of a layout. */
interface Library {
  /** Reads the records in order, by the layout of each. */
  parseRemessaCnab(
    layouts: Readonly<Record<string, string>>,
    columns: 240,
    folder: string,
    text: string,
  ): readonly Readonly<Record<string, string>>[]
}

/** Reads CNAB 240 by Febraban's layout of returns, and headers by that of Banco do Brasil. */
export const nodejsCnab: Witness = {
  name: '@banco-br/nodejs-cnab',
  registry: 'npm',
  subject: 'CNAB 240 of Banco do Brasil: our remittances, and returns of the simulator',
  async run({ call }) {
    const require = createRequire(import.meta.url)
    const library = require('@banco-br/nodejs-cnab') as Library
    await readOurRemittance(library, call)
    const text = returnText({ date: '2026-11-20', sequence: 42 }, [
      { ...title, paid: cents(150_07) },
      { ...title, ourNumber: '00031285570000000002', writtenOffBy: 'bank' },
    ])
    const read = (...layouts: readonly string[]) =>
      library.parseRemessaCnab(Object.fromEntries(layouts.entries()), 240, 'generic', text)
    const titles = Array.from({ length: 2 }, () => ['detalhe_segmento_t', 'detalhe_segmento_u'])
    const headers = read('../../001/header_arquivo', '../../001/header_lote')
    const records = read(
      ...['../header_arquivo', '../header_lote'],
      ...titles.flat(),
      ...['../trailer_lote', '../trailer_arquivo'],
    )
    const has = (index: number, expected: Readonly<Record<string, string>>) =>
      assert.partialDeepStrictEqual(records[index], expected)

    await call('header of the file', () => {
      has(0, { codigo_banco: '001', codigo_remessa_retorno: '2', data_geracao: '21112026' })
      has(0, { numero_sequencial_arquivo: '000042', numero_inscricao: '11222333000181' })
      assert.partialDeepStrictEqual(headers[0], { codigo_convenio: '003128557', ...account })
    })
    await call('header of the batch', () => {
      has(1, { lote_servico: '0001', tipo_registro: '1', tipo_operacao: 'T', tipo_servico: '01' })
      assert.partialDeepStrictEqual(headers[1], { codigo_convenio: '003128557', ...account })
    })
    await call('paid: segments T and U', () => {
      has(2, { codigo_segmento: 'T', codigo_movimento: '06', numero_sequencial_lote: '00001' })
      has(2, { nosso_numero: '31285570000000001   ', numero_documento: 'PED-42'.padEnd(15) })
      has(2, { data_vencimento: '30112026', valor_titulo: '000000000015000', codigo_carteira: '7' })
      has(2, { tipo_inscricao: '1', numero_inscricao: '000052998224725' })
      has(2, { nome_sacado: 'MARIA ANTONIA DA CONCEICAO'.padEnd(40) })
      has(3, { codigo_segmento: 'U', codigo_movimento: '06', numero_sequencial_registro: '00002' })
      has(3, { valor_pago: '000000000015007', valor_liquido: '000000000015007' })
      has(3, { data_ocorrencia: '20112026', data_credito: '20112026' })
    })
    await call('written off: segments T and U', () => {
      has(4, { codigo_movimento: '09', identificacao_rejeicao: '13'.padEnd(10) })
      has(4, { nosso_numero: '31285570000000002   ' })
      has(5, { codigo_movimento: '09', valor_pago: '0'.repeat(15), data_credito: '00000000' })
    })
    await call('trailers of the batch and of the file', () => {
      has(6, { tipo_registro: '5', qtde_registro_lote: '000006' })
      has(7, { lote_servico: '9999', qtde_lotes: '000001', qtde_registros: '000008' })
    })
  },
}

/** Reads a file of the gateway by both layouts. The library looks for a layout below `retorno`. */
async function readOurRemittance(library: Library, call: Calls['call']): Promise<void> {
  const text = remittanceText(settings, { sequence: 7, madeAt: new Date('2026-11-21T15:00:00Z') }, [
    { ...ours, instruction: 'REGISTER' },
    { ...ours, instruction: 'WRITE_OFF' },
  ])
  const read = (layouts: readonly string[]) =>
    library.parseRemessaCnab(Object.fromEntries(layouts.entries()), 240, 'generic', text)
  const segments = ['p', 'q', 'r', 'p', 'q'].map((name) => `../remessa/detalhe_segmento_${name}`)
  const generic = read([
    ...['../header_arquivo', '../header_lote', ...segments],
    ...['../trailer_lote', '../trailer_arquivo'],
  ])
  const ofBank = read([
    '../../001/header_arquivo',
    '../../001/header_lote',
    `../../001/remessa/detalhe_segmento_p`,
  ])
  const has = (index: number, expected: Readonly<Record<string, string>>) =>
    assert.partialDeepStrictEqual(generic[index], expected)
  const hasBank = (index: number, expected: Readonly<Record<string, string>>) =>
    assert.partialDeepStrictEqual(ofBank[index], expected)

  await call('remittance: headers', () => {
    has(0, { codigo_banco: '001', codigo_remessa_retorno: '1', data_geracao: '21112026' })
    has(0, { numero_sequencial_arquivo: '000007', numero_inscricao: '11222333000181' })
    has(1, { tipo_operacao: 'R', tipo_servico: '01' })
    for (const index of [0, 1])
      hasBank(index, { codigo_convenio: '003128557', cobranca_cedente: '0014', ...ourAccount })
  })
  await call('remittance: registration, segments P, Q and R', () => {
    has(2, { codigo_segmento: 'P', codigo_ocorrencia: '01', vencimento: '30112026' })
    has(2, { valor_titulo: '000000000015000', codigo_protesto: '1', prazo_protesto: '10' })
    has(2, { codigo_moeda: '09', uso_empresa: ours.id.replaceAll('-', '').slice(-25) })
    hasBank(2, { nosso_numero: '31285570000000042   ', numero_documento: 'PED-42'.padEnd(15) })
    has(3, { sacado_codigo_inscricao: '1', sacado_numero_inscricao: '000052998224725' })
    has(3, { cep: '01310200', estado: 'SP', sacador_codigo_inscricao: '2' })
    has(4, { codigo_ocorrencia: '01', codigo_multa: '0', mensagem_3: 'SEM TROCO.'.padEnd(40) })
  })
  await call('remittance: write-off and trailers', () => {
    has(5, { codigo_segmento: 'P', codigo_ocorrencia: '02', numero_sequencial_lote: '00004' })
    has(7, { qtde_registro_lote: '000007' })
    has(8, { qtde_lotes: '000001', qtde_registros: '000009' })
  })
}

const settings = {
  ...{ convenio: '3128557', carteira: '17', variacaoCarteira: '35' },
  ...{ agency: '452', account: '123873', payableDaysAfterDue: 30 },
  beneficiary: { name: 'Guichê', document: '11222333000181', address: 'Rua do Guichê, 100' },
  ...{ remittanceFolder: '/remittances', returnFolder: '/returns' },
} as const

const ours = {
  ...{ ourNumber: '00031285570000000042', amount: cents(150_00), documentNumber: 'PED-42' },
  ...{ issueDate: '2026-11-21', dueDate: '2026-11-30', instructions: ['Sem troco.'] },
  overdue: { action: 'PROTEST', afterDays: 10 },
  finalBeneficiary: { name: 'Loja da Esquina', document: '12345678000195' },
  id: '0199f000-0000-7000-8000-000000000042',
  payer: {
    ...{ name: 'Maria Antônia da Conceição', document: '52998224725' },
    address: {
      ...{ street: 'Avenida Paulista, 1578', neighborhood: 'Bela Vista' },
      ...{ city: 'São Paulo', state: 'SP', zipCode: '01310-200' },
    },
  },
} as const

const ourAccount = {
  ...{ carteira: '17', variacao_carteira: '035', agencia_dv: '9' },
  ...{ conta: '000000123873', conta_dv: '6' },
} as const

const account = {
  carteira: '17',
  variacao_carteira: '035',
  agencia_dv: '7',
  conta: '000000123873',
  conta_dv: '5',
} as const

const title = {
  ourNumber: '00031285570000000001',
  amount: cents(150_00),
  registeredOn: new Date('2026-11-10T12:00:00Z'),
  dueDate: Temporal.PlainDate.from('2026-11-30'),
  movedAt: new Date('2026-11-20T15:00:00Z'),
  documentNumber: 'PED-42',
  payer: { document: '52998224725', name: 'Maria Antônia da Conceição' },
} as const
