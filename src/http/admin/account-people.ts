import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import { InviteRequest, SentInvitationWire } from '../../../contract/people.ts'
import { accountById } from '../../accounts/account-store.ts'
import { checkInvitation, withdrawInvitation } from '../../people/invite.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { askSecondPerson, waitsForSecondPerson } from '../approval-response.ts'
import { invitationWithdrawn, invited } from '../people-response.ts'
import { endpoint } from '../request/endpoint.ts'
import { idFrom, idOf } from '../request/id-from.ts'
import { validate } from '../request/validation.ts'
import { withOperatorIdempotency } from './operator-idempotency.ts'

export const postAccountInvitation = endpoint({
  summary: 'Convidar uma pessoa para uma conta, como a sua primeira dona',
  description:
    'O link vai só por e-mail, vale sete dias e serve uma vez. Com GUICHE_SECOND_PERSON=on, um papel que mexe com dinheiro, acessos ou segredos só vale depois da aprovação de outra pessoa.',
  body: InviteRequest,
  mayWait: true,
  answer: envelopeOf(SentInvitationWire),
  rejections: [
    'validation-failed',
    'email-invalid',
    'role-not-found',
    'already-member',
    'invitation-limit-reached',
    'not-found',
  ],
  async handle(context, request) {
    const accountId = idFrom(request)
    const sent = validate(InviteRequest, request.body)
    const { email, role, language = 'pt' } = sent
    const { app } = context
    if (!(await accountById(app.sql, accountId))) throw new Rejection('not-found')
    if (waitsForSecondPerson(app)) {
      const { isSensitive } = await checkInvitation(app.sql, { accountId, email, role })
      if (isSensitive)
        return askSecondPerson(context, request, 'person.invite', {
          ...{ accountId, email, role, language },
        })
    }
    return withOperatorIdempotency(context, request, {
      kind: 'transaction',
      run: (app) => invited(app, { accountId, within: undefined }, sent),
    })
  },
})

export const deleteAccountInvitation = endpoint({
  summary: 'Retirar um convite para uma conta',
  answer: envelopeOf(Type.Null()),
  rejections: ['not-found'],
  async handle({ app }, request) {
    await withdrawInvitation(app, idFrom(request), idOf(request.params.invitationId))
    return { message: invitationWithdrawn, data: null }
  },
})
