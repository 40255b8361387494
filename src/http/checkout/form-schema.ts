import { type TSchema, Type } from 'typebox'
import { attemptField, type FormField, unitField } from '../../../checkout/form/form-view.ts'
import { Method, Text } from '../../../contract/fields.ts'

/** The fields of the form that a payer sends, for the reference: every one is a text. */
const fields = {
  method: Method,
  amount: Type.Optional(Text(120, 'Em reais, como digitado: 10,50. Só se o valor é aberto.')),
  quantity: Type.Optional(Text(120, 'Só se a quantidade é aberta.')),
  name: Type.Optional(Text(120)),
  email: Type.Optional(Text(120)),
  document: Type.Optional(Text(120, 'CPF ou CNPJ. Obrigatório em boleto.')),
  cardNumber: Type.Optional(Text(120)),
  cardHolder: Type.Optional(Text(120)),
  cardExpiry: Type.Optional(Text(120, 'Mês e ano: 08/31.')),
  cardCvv: Type.Optional(Text(120)),
  installments: Type.Optional(Text(120)),
  [attemptField]: Type.Optional(
    Text(120, 'A tentativa, um UUID: o mesmo formulário duas vezes é pago uma só.'),
  ),
  [unitField]: Type.Optional(Text(120, 'O preço que o formulário mostrou, em centavos.')),
} satisfies Readonly<Record<FormField | typeof attemptField | typeof unitField, TSchema>>

export const CheckoutForm = Type.Object(fields)

/** The pages that a sent form leads to: also those with what has to be corrected. */
export const formPages = {
  200: ['text/html'],
  303: [],
  409: ['text/html'],
  410: ['text/html'],
  422: ['text/html'],
} as const satisfies Readonly<Record<number, readonly string[]>>
