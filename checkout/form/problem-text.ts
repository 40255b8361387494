import { formTexts } from '../texts/form-texts.ts'
import { formatMoney } from '../texts/formats.ts'
import type { Language } from '../texts/language.ts'
import type { FormField, FormPrice, FormProblem, ProblemKind } from './form-view.ts'

type Texts = ReturnType<typeof formTexts>

/** What is wrong with a field, and what the payer can do. */
export function problemText(
  { field, problem }: FormProblem,
  price: FormPrice,
  language: Language,
): string {
  const t = formTexts(language)
  if (problem === 'card-number') return t.cardNumberElsewhere
  const limits = limitsOf(price, language)
  const own = ofFields[field](t, limits)
  return own[problem] ?? own.required
}

interface LimitTexts {
  readonly min: string
  readonly max: string
}

function limitsOf(price: FormPrice, language: Language): LimitTexts {
  if (price.kind === 'open')
    return { min: formatMoney(price.min, language), max: formatMoney(price.max, language) }
  return price.kind === 'pieces'
    ? { min: String(price.min), max: String(price.max) }
    : { min: '', max: '' }
}

/** The text of a missing value stands for every problem without a text. */
type FieldTexts = { readonly required: string } & Partial<Record<ProblemKind, string>>

const ofFields: Readonly<Record<FormField, (t: Texts, limits: LimitTexts) => FieldTexts>> = {
  method: (t) => ({ required: t.methodRequired, 'no-device': t.deviceRequired }),
  amount: (t, { min, max }) => ({
    required: t.amountRequired,
    'too-small': t.amountTooSmall(min),
    'too-large': t.amountTooLarge(max),
  }),
  quantity: (t, { min, max }) => ({ required: t.quantityInvalid(min, max) }),
  name: (t) => ({ required: t.nameRequired, invalid: t.nameInvalid }),
  email: (t) => ({ required: t.emailRequired, invalid: t.emailInvalid }),
  document: (t) => ({ required: t.documentRequired, invalid: t.documentInvalid }),
  zipCode: (t) => ({ required: t.zipCodeRequired, invalid: t.zipCodeInvalid }),
  street: (t) => ({ required: t.streetRequired }),
  streetNumber: (t) => ({ required: t.streetNumberRequired }),
  complement: (t) => ({ required: t.complement }),
  neighborhood: (t) => ({ required: t.neighborhoodRequired }),
  city: (t) => ({ required: t.cityRequired }),
  state: (t) => ({ required: t.stateRequired }),
  cardNumber: (t) => ({
    required: t.numberRequired,
    invalid: t.numberInvalid,
    brand: t.brandInvalid,
  }),
  cardHolder: (t) => ({ required: t.holderRequired, invalid: t.nameInvalid }),
  cardExpiry: (t) => ({ required: t.expiryRequired, expired: t.expired }),
  cardCvv: (t) => ({ required: t.cvvRequired, invalid: t.cvvInvalid }),
  installments: (t) => ({ required: t.installmentsInvalid }),
}
