import { Type } from 'typebox'
import { envelopeOf } from '../../../../contract/envelope.ts'
import {
  InviteRequest,
  PeopleWire,
  RoleRequest,
  SentInvitationWire,
} from '../../../../contract/people.ts'
import { changeRole, removePerson, withdrawInvitation } from '../../../people/invite.ts'
import {
  accessRemoved,
  invitationWithdrawn,
  invited,
  type Place,
  peopleListed,
  peopleOf,
  roleChanged,
} from '../../people-response.ts'
import { type AccountRequest, accountEndpoint } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { withSealedResponse } from '../../request/sealed-response.ts'
import { validate } from '../../request/validation.ts'

export const listPeople = accountEndpoint({
  summary: 'Listar as pessoas da conta e os convites em aberto',
  answer: envelopeOf(PeopleWire),
  async handle({ app }, { holder }) {
    return { message: peopleListed, data: await peopleOf(app, holder.account.id) }
  },
})

export const postInvitation = accountEndpoint({
  summary: 'Convidar uma pessoa para a conta',
  description:
    'O link vai só por e-mail, vale sete dias e serve uma vez. Ninguém dá a outro mais do que pode.',
  body: InviteRequest,
  answer: envelopeOf(SentInvitationWire),
  rejections: [
    'validation-failed',
    'email-invalid',
    'role-not-found',
    'already-member',
    'invitation-limit-reached',
  ],
  handle(context, request) {
    const sent = validate(InviteRequest, request.body)
    const place = placeOf(request)
    return withSealedResponse(context, request, {
      accountId: request.holder.account.id,
      kind: 'transaction',
      run: (app) => invited(app, place, sent),
    })
  },
})

export const deleteInvitation = accountEndpoint({
  summary: 'Retirar um convite',
  answer: envelopeOf(Type.Null()),
  rejections: ['not-found'],
  async handle({ app }, request) {
    await withdrawInvitation(app, request.holder.account.id, idFrom(request))
    return { message: invitationWithdrawn, data: null }
  },
})

export const patchPerson = accountEndpoint({
  summary: 'Trocar o papel de uma pessoa',
  body: RoleRequest,
  answer: envelopeOf(Type.Null()),
  rejections: ['validation-failed', 'not-found', 'role-not-found', 'last-owner'],
  async handle({ app }, request) {
    const { role } = validate(RoleRequest, request.body)
    await changeRole(app, { ...placeOf(request), personId: idFrom(request), role })
    return { message: roleChanged, data: null }
  },
})

export const deletePerson = accountEndpoint({
  summary: 'Tirar o acesso de uma pessoa à conta',
  description: 'Vale em todos os processos em até dois segundos.',
  answer: envelopeOf(Type.Null()),
  rejections: ['not-found', 'last-owner'],
  async handle({ app }, request) {
    await removePerson(app, { ...placeOf(request), personId: idFrom(request) })
    return { message: accessRemoved, data: null }
  },
})

const placeOf = ({ holder }: AccountRequest): Place => ({
  accountId: holder.account.id,
  within: holder.grant.permissions,
})
