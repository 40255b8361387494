import { Type } from 'typebox'
import { CentsOrZero } from './fields.ts'
import type { Wire } from './wire.ts'

/** Existing clients read different names of the same amount, so all are returned. */
export const Balance = Type.Object(
  {
    balance: CentsOrZero,
    available: Type.Integer({ description: 'Pode ser sacado agora. O mesmo que balance.' }),
    pending: Type.Integer({ description: 'Vendido, ainda não liquidado.' }),
    withheldBalance: Type.Integer({ description: 'O mesmo que blocked.' }),
    blocked: Type.Integer({
      description: 'Retido por disputa, ou por devolução ou saque em andamento.',
    }),
    debt: Type.Integer({
      description: 'Devido à plataforma: o próximo valor disponível paga primeiro.',
    }),
  },
  { $id: 'Balance' },
)
export type Balance = Wire<typeof Balance>
