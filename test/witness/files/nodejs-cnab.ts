import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { returnText } from '../../../sandbox/banco-do-brasil/return-text.ts'
import { cents } from '../../../src/primitives/money.ts'
import type { Witness } from '../witness.ts'

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
  subject: 'returns of the simulated Banco do Brasil: CNAB 240',
  async run({ call }) {
    const require = createRequire(import.meta.url)
    const library = require('@banco-br/nodejs-cnab') as Library
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
