import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import { ChangePersonRequest } from '../../../contract/people.ts'
import { changePerson } from '../../people/change-person.ts'
import { loginEndpoint } from '../request/endpoint.ts'
import { validate } from '../request/validation.ts'

export const patchPerson = loginEndpoint({
  summary: 'Mudar o seu nome ou a língua dos seus e-mails',
  description: 'Um nome novo pede um segundo fator mostrado há no máximo dez minutos.',
  body: ChangePersonRequest,
  answer: envelopeOf(Type.Null()),
  rejections: ['validation-failed', 'name-invalid', 'proof-required'],
  async handle({ app }, { login, body }) {
    await changePerson(app, login, validate(ChangePersonRequest, body))
    return { message: { pt: 'Dados guardados.', en: 'Details saved.' }, data: null }
  },
})
