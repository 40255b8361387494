import { Type } from 'typebox'
import type { DueContent } from './due-content.ts'

/*
 * The bodies that a receiver may send, from the OpenAPI document of API Pix 2.9.0. Errors of the
 * document are corrected by hand: patterns of CPF have literal slashes, those of txid and valor are
 * not anchored, `loc` requires a `tipoCob` that is not defined, and `infoAdicionais` limits its
 * length with a keyword for numbers.
 */

const reais = Type.String({ pattern: '^\\d{1,10}\\.\\d{2}$' })
const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

const naturalPerson = Type.Object({
  cpf: Type.String({ pattern: '^\\d{11}$' }),
  nome: Type.String({ minLength: 1, maxLength: 200 }),
})
const legalPerson = Type.Object({
  cnpj: Type.String({ pattern: '^[0-9A-Z]{12}\\d{2}$' }),
  nome: Type.String({ minLength: 1, maxLength: 200 }),
})
const debtor = Type.Unsafe<{ cpf?: string; cnpj?: string; nome: string }>({
  oneOf: [naturalPerson, legalPerson],
})

const amountFields = {
  modalidadeAlteracao: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
  retirada: Type.Optional(Type.Unknown()),
}
const lifetime = Type.Object({
  expiracao: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })),
})

const optionalFields = {
  devedor: Type.Optional(debtor),
  loc: Type.Optional(Type.Object({ id: Type.Integer() })),
  solicitacaoPagador: Type.Optional(Type.String({ maxLength: 140 })),
  infoAdicionais: Type.Optional(
    Type.Array(
      Type.Object({ nome: Type.String({ maxLength: 50 }), valor: Type.String({ maxLength: 200 }) }),
      {
        maxItems: 50,
      },
    ),
  ),
}
const key = Type.String({ minLength: 1, maxLength: 77 })

/** `CobSolicitada`: PUT and POST. */
export const requestedCharge = Type.Object({
  calendario: lifetime,
  valor: Type.Object({ original: reais, ...amountFields }),
  chave: key,
  ...optionalFields,
})

/** `CobRevisada`: PATCH. */
export const revisedCharge = Type.Object({
  calendario: Type.Optional(lifetime),
  valor: Type.Optional(Type.Object({ original: Type.Optional(reais), ...amountFields })),
  chave: Type.Optional(key),
  status: Type.Optional(Type.Literal('REMOVIDA_PELO_USUARIO_RECEBEDOR')),
  ...optionalFields,
})

const address = {
  email: Type.Optional(Type.String()),
  logradouro: Type.Optional(Type.String({ maxLength: 200 })),
  cidade: Type.Optional(Type.String({ maxLength: 200 })),
  uf: Type.Optional(Type.String({ maxLength: 2 })),
  cep: Type.Optional(Type.String({ maxLength: 8 })),
}
const dueDebtor = Type.Unsafe<DueContent['devedor']>({
  oneOf: [
    Type.Object({ ...naturalPerson.properties, ...address }),
    Type.Object({ ...legalPerson.properties, ...address }),
  ],
})

const rated = (modalities: number) =>
  Type.Object({
    modalidade: Type.Integer({ minimum: 1, maximum: modalities }),
    valorPerc: reais,
  })

const dueParts = {
  multa: Type.Optional(rated(2)),
  juros: Type.Optional(rated(8)),
  abatimento: Type.Optional(rated(2)),
  desconto: Type.Optional(
    Type.Object({
      modalidade: Type.Integer({ minimum: 1, maximum: 6 }),
      valorPerc: Type.Optional(reais),
      descontoDataFixa: Type.Optional(
        Type.Array(Type.Object({ data: day, valorPerc: reais }), { maxItems: 3 }),
      ),
    }),
  ),
}
const validity = Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }))

/** `CobVSolicitada`: PUT. */
export const requestedDueCharge = Type.Object({
  ...optionalFields,
  calendario: Type.Object({ dataDeVencimento: day, validadeAposVencimento: validity }),
  devedor: dueDebtor,
  valor: Type.Object({ original: reais, ...dueParts }),
  chave: key,
})

/** `CobVRevisada`: PATCH. */
export const revisedDueCharge = Type.Object({
  ...optionalFields,
  calendario: Type.Optional(
    Type.Object({ dataDeVencimento: Type.Optional(day), validadeAposVencimento: validity }),
  ),
  devedor: Type.Optional(dueDebtor),
  valor: Type.Optional(Type.Object({ original: Type.Optional(reais), ...dueParts })),
  chave: Type.Optional(key),
  status: Type.Optional(Type.Literal('REMOVIDA_PELO_USUARIO_RECEBEDOR')),
})

/** `PayloadLocationSolicitada`. */
export const requestedLocation = Type.Object({
  tipoCob: Type.Union([Type.Literal('cob'), Type.Literal('cobv')]),
})

/** The charges of a batch are checked when they are processed. */
const batchItems = Type.Array(Type.Object({ txid: Type.String() }), { minItems: 1, maxItems: 1000 })

/** `LoteCobVBody`: PUT. */
export const requestedBatch = Type.Object({ descricao: Type.String(), cobsv: batchItems })

/** `LoteCobVBodyRevisado`: PATCH. */
export const revisedBatch = Type.Object({
  descricao: Type.Optional(Type.String()),
  cobsv: Type.Optional(batchItems),
})

/** `DevolucaoSolicitada`. */
export const requestedRefund = Type.Object({
  valor: reais,
  natureza: Type.Optional(Type.Union([Type.Literal('ORIGINAL'), Type.Literal('RETIRADA')])),
  descricao: Type.Optional(Type.String({ maxLength: 140 })),
})

/**
 * A defence against an infraction. The published contract accepts text only. Documents are the
 * sandbox's own addition.
 */
export const submittedDefence = Type.Object({
  analise: Type.Union([Type.Literal('aceito'), Type.Literal('rejeitado')]),
  justificativa: Type.String({ minLength: 1, maxLength: 4_000 }),
  documentos: Type.Optional(
    Type.Array(
      Type.Object({
        nome: Type.String({ minLength: 1, maxLength: 255 }),
        tipo: Type.String({ minLength: 1, maxLength: 100 }),
        conteudo: Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
      }),
      { maxItems: 20 },
    ),
  ),
})

/** `WebhookSolicitado`. */
export const requestedWebhook = Type.Object({
  webhookUrl: Type.String({ minLength: 1, maxLength: 2048 }),
})
