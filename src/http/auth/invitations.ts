import { envelopeOf } from '../../../contract/envelope.ts'
import {
  AcceptedInvitationWire,
  AcceptInvitationRequest,
  InvitationWire,
} from '../../../contract/people.ts'
import { acceptInvitation, readInvitation } from '../../people/invite.ts'
import { endpoint } from '../request/endpoint.ts'
import { validate } from '../request/validation.ts'

export const getInvitation = endpoint({
  summary: 'Ler um convite',
  answer: envelopeOf(InvitationWire),
  rejections: ['link-not-valid'],
  async handle({ app }, { params }) {
    const invitation = await readInvitation(app, params.token ?? '')
    const { email, accountName, role, inviter, expiresAt, isKnown } = invitation
    return {
      message: { pt: 'Seu convite.', en: 'Your invitation.' },
      data: {
        ...{ email, accountName, role, isKnown },
        invitedBy: inviter,
        expiresAt: expiresAt.toISOString(),
      },
    }
  },
})

export const postInvitationAcceptance = endpoint({
  summary: 'Aceitar um convite',
  description:
    'Quem é novo escolhe nome e senha. Quem já tem login confirma com a senha que usa. Depois entre.',
  body: AcceptInvitationRequest,
  answer: envelopeOf(AcceptedInvitationWire),
  rejections: [
    'validation-failed',
    'link-not-valid',
    'name-invalid',
    'password-refused',
    'sign-in-refused',
  ],
  async handle({ app }, { params, body }) {
    const { name, password } = validate(AcceptInvitationRequest, body)
    const { email } = await acceptInvitation(app, params.token ?? '', {
      password,
      ...(name !== undefined && { name }),
    })
    return {
      message: { pt: 'Convite aceito. Agora entre.', en: 'Invitation accepted. Now sign in.' },
      data: { email },
    }
  },
})
