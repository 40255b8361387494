import { Type } from 'typebox'
import { PixKeyText, PixType } from './cashout.ts'
import { AmountInCents } from './fields.ts'

/** No body, `[]` and `{}` all refund the whole rest: existing clients send each of them. */
export const RefundRequest = Type.Object(
  {
    amount: Type.Optional(AmountInCents),
    pixKey: Type.Optional(PixKeyText),
    pixType: Type.Optional(PixType),
    confirmDuplicate: Type.Optional(
      Type.Boolean({
        description: 'Sem Idempotency-Key: confirma que uma devolução igual à de há pouco é outra.',
      }),
    ),
  },
  { $id: 'RefundRequest' },
)
