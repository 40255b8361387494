import { type Static, type TSchema, Type } from 'typebox'
import { Nullable } from './fields.ts'

/** The error, for programs. The sentence for people is the envelope's `message`. */
export const ErrorObject = Type.Object(
  {
    code: Type.String({
      description: 'Código estável, em kebab-case. A lista está em /docs/errors.',
      examples: ['validation-failed'],
    }),
    message: Type.String(),
    field: Type.Optional(
      Type.String({
        description: 'O campo em falta ou errado.',
        examples: ['customer.document.number'],
      }),
    ),
    issues: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
    ),
    docs: Type.Optional(Type.String({ description: 'A página que explica este código.' })),
    refusedReason: Type.Optional(Type.String()),
    provider: Type.Optional(
      Type.String({ description: 'Quem respondeu não: adquirente ou banco.' }),
    ),
    providerCode: Type.Optional(Type.String({ description: 'O código do provedor, como veio.' })),
  },
  { $id: 'Error' },
)
export type ErrorObject = Static<typeof ErrorObject>

/**
 * Accepted, and probably a mistake. The sandbox returns it in the response, production only in
 * `Guiche-Warnings`.
 */
export const Warning = Type.Object(
  {
    code: Type.String({ examples: ['unknown-field'] }),
    field: Type.String({ examples: ['postbackURL'] }),
    message: Type.String(),
  },
  { $id: 'Warning' },
)
export type Warning = Static<typeof Warning>

const warnings = Type.Optional(
  Type.Array(Warning, { description: 'Só no sandbox: o que foi aceito e parece um engano.' }),
)

/** Every failure, with any status (docs/design/interface.md#response-envelope). */
export const Failure = Type.Object(
  {
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'O status HTTP.' }),
    message: Type.String({
      description: 'Uma frase em português; em inglês com Accept-Language: en.',
    }),
    data: Type.Unknown({
      description: 'Ausente ou vazio, salvo quando o erro traz o que já existe.',
    }),
    error: ErrorObject,
    warnings,
  },
  { $id: 'Failure' },
)
export type Failure = Static<typeof Failure>

/** Every success. `error` is null and present: existing clients read it. */
export const envelopeOf = <Data extends TSchema>(data: Data) =>
  Type.Object({
    status: Type.Integer({ minimum: 200, maximum: 299, description: 'O status HTTP.' }),
    message: Type.String(),
    data,
    error: Type.Null(),
    warnings,
  })

/**
 * The position of the next page. It is beside `data`, because existing clients read `data` as the
 * array itself.
 */
export const Pagination = Type.Object(
  {
    limit: Type.Integer(),
    nextCursor: Nullable(
      Type.String({
        description: 'Envie em cursor para ler a página seguinte. Nulo: não há mais.',
      }),
    ),
    page: Type.Optional(Type.Integer()),
    total: Type.Optional(Type.Integer({ description: 'Só na leitura por page.' })),
  },
  { $id: 'Pagination' },
)

export const listOf = <Item extends TSchema>(item: Item) =>
  Type.Object({
    status: Type.Integer(),
    message: Type.String(),
    data: Type.Array(item),
    pagination: Pagination,
    error: Type.Null(),
    warnings,
  })
