import { envelopeOf } from '../../../contract/envelope.ts'
import {
  AcceptedInvitationWire,
  AcceptInvitationRequest,
  InvitationRequest,
  InvitationWire,
} from '../../../contract/people.ts'
import { acceptInvitation, readInvitation } from '../../people/invite.ts'
import { endpoint } from '../request/endpoint.ts'
import { validate } from '../request/validation.ts'

/** The token is in the body: an address would leave it in the logs of proxies. */
export const postInvitationReading = endpoint({
  summary: 'Ler um convite',
  description: 'Nada muda.',
  body: InvitationRequest,
  answer: envelopeOf(InvitationWire),
  rejections: ['validation-failed', 'link-not-valid'],
  async handle({ app }, { body }) {
    const { token } = validate(InvitationRequest, body)
    const invitation = await readInvitation(app, token)
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
  async handle({ app }, { body }) {
    const { token, name, password } = validate(AcceptInvitationRequest, body)
    const { email } = await acceptInvitation(app, token, {
      password,
      ...(name !== undefined && { name }),
    })
    return {
      message: { pt: 'Convite aceito. Agora entre.', en: 'Invitation accepted. Now sign in.' },
      data: { email },
    }
  },
})
