import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import {
  InviteRequest,
  PeopleWire,
  RoleRequest,
  SentInvitationWire,
} from '../../../contract/people.ts'
import { reactivation } from '../../approved-changes/operators.ts'
import {
  changeRole,
  checkInvitation,
  removePerson,
  suspendPerson,
  withdrawInvitation,
} from '../../people/invite.ts'
import { personWithMemberships } from '../../people/person-store.ts'
import { isSensitive, permissionsOf } from '../../people/role.ts'
import { askSecondPerson, waitsForSecondPerson } from '../approval-response.ts'
import {
  accessRemoved,
  invitationWithdrawn,
  invited,
  type Place,
  peopleListed,
  peopleOf,
  roleChanged,
} from '../people-response.ts'
import { type ApiRequest, endpoint } from '../request/endpoint.ts'
import { idFrom } from '../request/id-from.ts'
import { validate } from '../request/validation.ts'
import { withOperatorIdempotency } from './operator-idempotency.ts'

export const listOperators = endpoint({
  summary: 'Listar as pessoas do operador e os convites em aberto',
  answer: envelopeOf(PeopleWire),
  async handle({ app }) {
    return { message: peopleListed, data: await peopleOf(app, null) }
  },
})

export const postOperatorInvitation = endpoint({
  summary: 'Convidar uma pessoa do operador',
  description:
    'O link vai só por e-mail, vale sete dias e serve uma vez. Com GUICHE_SECOND_PERSON=on, um papel que faz ou decide mudanças só vale depois da aprovação de outra pessoa.',
  body: InviteRequest,
  mayWait: true,
  answer: envelopeOf(SentInvitationWire),
  rejections: [
    'validation-failed',
    'email-invalid',
    'role-not-found',
    'already-member',
    'invitation-limit-reached',
  ],
  async handle(context, request) {
    const sent = validate(InviteRequest, request.body)
    const { email, role, language = 'pt' } = sent
    if (waitsForSecondPerson(context.app)) {
      const invitation = { accountId: null, email, role }
      if ((await checkInvitation(context.app.sql, invitation)).isSensitive)
        return askSecondPerson(context, request, 'operator.invite', { email, role, language })
    }
    return withOperatorIdempotency(context, request, {
      kind: 'transaction',
      run: (app) => invited(app, placeOf(request), sent),
    })
  },
})

export const deleteOperatorInvitation = endpoint({
  summary: 'Retirar um convite do operador',
  answer: envelopeOf(Type.Null()),
  rejections: ['not-found'],
  async handle({ app }, request) {
    await withdrawInvitation(app, null, idFrom(request))
    return { message: invitationWithdrawn, data: null }
  },
})

export const patchOperator = endpoint({
  summary: 'Trocar o papel de uma pessoa do operador',
  description:
    'Com GUICHE_SECOND_PERSON=on, um papel que faz ou decide mudanças só vale depois da aprovação de outra pessoa.',
  body: RoleRequest,
  mayWait: true,
  answer: envelopeOf(Type.Null()),
  rejections: ['validation-failed', 'not-found', 'role-not-found', 'last-owner'],
  async handle(context, request) {
    const { app } = context
    const { role } = validate(RoleRequest, request.body)
    const personId = idFrom(request)
    if (waitsForSecondPerson(app) && isSensitive({ accountId: null, role, permissions: null }))
      return askSecondPerson(context, request, 'operator.change_role', { personId, role })
    await changeRole(app, { ...placeOf(request), personId, role })
    return { message: roleChanged, data: null }
  },
})

export const deleteOperator = endpoint({
  summary: 'Tirar o acesso de uma pessoa do operador',
  description: 'Vale em todos os processos em até dois segundos.',
  answer: envelopeOf(Type.Null()),
  rejections: ['not-found', 'last-owner'],
  async handle({ app }, request) {
    await removePerson(app, { ...placeOf(request), personId: idFrom(request) })
    return { message: accessRemoved, data: null }
  },
})

export const postPersonSuspension = endpoint({
  summary: 'Suspender uma pessoa, de qualquer conta',
  description: 'Os logins dela terminam em até dois segundos, e ela não entra mais.',
  answer: envelopeOf(Type.Null()),
  rejections: ['not-found', 'last-owner'],
  async handle({ app }, request) {
    await suspendPerson(app, idFrom(request), 'suspended')
    return { message: { pt: 'Pessoa suspensa.', en: 'Person suspended.' }, data: null }
  },
})

export const deletePersonSuspension = endpoint({
  summary: 'Deixar uma pessoa suspensa entrar de novo',
  description:
    'Com GUICHE_SECOND_PERSON=on, quem tem um papel que mexe com dinheiro, acessos ou segredos só volta depois da aprovação de outra pessoa.',
  mayWait: true,
  answer: envelopeOf(Type.Null()),
  rejections: ['not-found'],
  async handle(context, request) {
    const { app } = context
    const personId = idFrom(request)
    if (waitsForSecondPerson(app)) {
      const person = await personWithMemberships(app.sql, personId)
      if (person?.status === 'suspended' && person.memberships.some(isSensitive))
        return askSecondPerson(
          context,
          request,
          'person.reactivate',
          await reactivation(app, personId),
        )
    }
    await suspendPerson(app, personId, 'active')
    return { message: { pt: 'Pessoa reativada.', en: 'Person reactivated.' }, data: null }
  },
})

function placeOf({ login }: ApiRequest): Place {
  const membership = login?.memberships.find(({ accountId }) => accountId === null)
  return { accountId: null, within: membership && permissionsOf(membership) }
}
