import { Type } from 'typebox'
import { PixKeyText, PixType } from './cashout.ts'
import { HeldPart } from './dispute.ts'
import { AmountInCents, CentsOrZero } from './fields.ts'
import type { Wire } from './wire.ts'

/** No body, `[]` and `{}` all refund the whole rest: existing clients send each of them. */
export const RefundRequest = Type.Object(
  {
    amount: Type.Optional(AmountInCents),
    pixKey: Type.Optional(PixKeyText),
    pixType: Type.Optional(PixType),
    confirmDuplicate: Type.Optional(
      Type.Boolean({
        description:
          'true confirma que uma devolução igual à de há pouco é outra; false a recusa também com Idempotency-Key. Sem ele, só é recusada a de um pedido sem a chave.',
      }),
    ),
  },
  { $id: 'RefundRequest' },
)

/** What a refund would cost the merchant now. */
export const RefundQuoteWire = Type.Object(
  {
    amount: AmountInCents,
    remainingAmount: Type.Integer({
      minimum: 0,
      description: 'O que ainda se pode devolver do pagamento depois desta devolução.',
    }),
    returnedFee: CentsOrZero,
    keptFee: Type.Integer({
      minimum: 0,
      description: 'Da tarifa da venda, o que a plataforma ainda guarda depois desta devolução.',
    }),
    cost: Type.Integer({
      minimum: 0,
      description: 'O que sai do seu saldo no fim: o valor menos a tarifa que volta.',
    }),
    takenFrom: Type.Array(HeldPart, {
      description: 'De onde sai o valor, na ordem; a soma é amount.',
    }),
  },
  { $id: 'RefundQuote' },
)
export type RefundQuoteWire = Wire<typeof RefundQuoteWire>
