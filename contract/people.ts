import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, Text } from './fields.ts'
import { allAccountPermissions, allOperatorPermissions } from './permission.ts'
import type { Wire } from './wire.ts'

const Email = Type.String({ maxLength: 254, examples: ['ana@exemplo.com.br'] })
const Password = Text(512, 'Ao menos 12 caracteres, fora das listas de senhas vazadas.')
const Token = Text(200)
const Code = Text(40, 'Seis algarismos do aplicativo.')
const Role = Text(40, 'Um dos papéis da conta ou do operador.')
const MailLanguage = Type.Enum(['pt', 'en'])

export const SignInRequest = Type.Object({ email: Email, password: Text(512) })

/** What the browser returned, in the JSON form of WebAuthn. */
const WebAuthnResponse = Type.Unknown({ description: 'A resposta do navegador, em JSON.' })

/** Exactly one of them. */
export const SecondFactorRequest = Type.Object({
  code: Type.Optional(Code),
  recoveryCode: Type.Optional(Text(40, 'Um dos códigos de recuperação.')),
  passkey: Type.Optional(WebAuthnResponse),
})

export const ProofRequest = Type.Object({
  ...SecondFactorRequest.properties,
  password: Type.Optional(Text(512, 'Só para quem não tem segundo fator.')),
})

export const ProofWire = Type.Object({
  until: Type.String({ format: 'date-time', description: 'Até quando a prova vale.' }),
})

export const PasswordChangeRequest = Type.Object({ current: Text(512), password: Password })
export const PasswordForgottenRequest = Type.Object({ email: Email })
export const PasswordResetRequest = Type.Object({ token: Token, password: Password })

export const TotpWire = Type.Object({
  secret: Type.String({ description: 'Para digitar no aplicativo.' }),
  uri: Type.String({ description: 'Para um QR code: otpauth://totp/…' }),
})
export const TotpConfirmationRequest = Type.Object({ code: Code })
export const RecoveryCodesWire = Type.Object({
  recoveryCodes: Type.Array(Type.String(), { description: 'Aparecem só nesta resposta.' }),
})

const MembershipWire = Type.Object({
  accountId: Nullable(Id),
  accountName: Nullable(Type.String()),
  role: Type.String(),
  permissions: Type.Array(Type.Enum([...allAccountPermissions, ...allOperatorPermissions])),
})

/** What the pages have to know about the gateway that serves them. */
export const InstallationWire = Type.Object({
  mode: Type.Enum(['sandbox', 'production']),
  isSignedIn: Type.Boolean({ description: 'Se este pedido trouxe um login que vale.' }),
  sandboxUrl: Nullable(
    Type.String({ description: 'As páginas e rotas de controle do sandbox, se há um.' }),
  ),
})
export type InstallationWire = Wire<typeof InstallationWire>

/** Who is signed in, and what the person may do. */
export const LoginWire = Type.Object({
  id: Id,
  kind: Type.Enum(['browser', 'cli']),
  next: Nullable(
    Type.Enum(['second-factor', 'enrol-second-factor'], {
      description: 'O que ainda falta para este login abrir as outras rotas.',
    }),
  ),
  provedAt: Nullable(Instant),
  expiresAt: Instant,
  person: Type.Object({
    id: Id,
    name: Type.String(),
    email: Type.String(),
    language: MailLanguage,
    hasSecondFactor: Type.Boolean(),
  }),
  accountId: Nullable(
    Type.String({ description: 'A conta de uma chamada sem o cabeçalho Guiche-Account.' }),
  ),
  memberships: Type.Array(MembershipWire),
})
export type LoginWire = Wire<typeof LoginWire>

/** What a person can show beside the password. */
export const SecondFactorsWire = Type.Object({
  hasTotp: Type.Boolean({ description: 'Um aplicativo de códigos, já confirmado.' }),
  hasPasskey: Type.Boolean(),
  recoveryCodesLeft: Type.Integer({ description: 'Quantos ainda não foram usados.' }),
})
export type SecondFactorsWire = Wire<typeof SecondFactorsWire>

/** What is left out stays as it is. */
export const ChangePersonRequest = Type.Object(
  {
    name: Type.Optional(Text(200)),
    language: Type.Optional({ ...MailLanguage, description: 'A língua dos e-mails.' }),
  },
  { minProperties: 1 },
)

export const SignedInWire = Type.Object({
  next: Nullable(Type.Enum(['second-factor'])),
})

export const ListedLoginWire = Type.Object({
  id: Id,
  kind: Type.Enum(['browser', 'cli']),
  isThisOne: Type.Boolean(),
  address: Nullable(Type.String()),
  userAgent: Nullable(Type.String()),
  device: Type.String({ examples: ['Firefox no Windows'] }),
  createdAt: Instant,
  lastSeenAt: Instant,
})

export type ListedLoginWire = Wire<typeof ListedLoginWire>

export const EndedLoginsWire = Type.Object({ ended: Type.Integer() })

export const InvitationWire = Type.Object({
  email: Type.String(),
  invitedBy: Nullable(Type.String({ description: 'A pessoa que convidou, se foi uma.' })),
  accountName: Nullable(Type.String()),
  role: Type.String(),
  expiresAt: Instant,
  isKnown: Type.Boolean({ description: 'Se a pessoa já tem login: então a senha é a que já usa.' }),
})
export type InvitationWire = Wire<typeof InvitationWire>
export const InvitationRequest = Type.Object({ token: Token })
export const AcceptInvitationRequest = Type.Object({
  token: Token,
  name: Type.Optional(Text(200)),
  password: Password,
})
export const AcceptedInvitationWire = Type.Object({ email: Type.String() })

const RolePermission = Type.Enum(allAccountPermissions)
const RoleName = Text(40, 'Único na conta, sem diferença entre maiúsculas e minúsculas.')
const RolePermissions = Type.Array(RolePermission, {
  minItems: 1,
  maxItems: allAccountPermissions.length,
  uniqueItems: true,
  description: 'Nunca mais do que quem cria o papel pode.',
})

export const NewRoleRequest = Type.Object(
  { name: RoleName, permissions: RolePermissions },
  { $id: 'NewRoleRequest' },
)
export type NewRoleRequest = Static<typeof NewRoleRequest>
export type ChangeRoleRequest = Static<typeof ChangeRoleRequest>

/** What is left out stays as it is. */
export const ChangeRoleRequest = Type.Object(
  { name: Type.Optional(RoleName), permissions: Type.Optional(RolePermissions) },
  { $id: 'ChangeRoleRequest', minProperties: 1 },
)

export const RoleWire = Type.Object(
  {
    id: Nullable({ ...Id, description: 'De um papel próprio da conta. Nulo: toda conta o tem.' }),
    role: Type.String({ description: 'O que convites e pessoas têm em role.' }),
    name: Type.String({ description: 'O nome na língua do pedido.' }),
    permissions: Type.Array(
      Type.Object({
        permission: RolePermission,
        sentence: Type.String({ examples: ['Ver transações e seus passos.'] }),
      }),
    ),
    persons: Type.Integer({ description: 'Quantas pessoas da conta o têm.' }),
  },
  { $id: 'Role' },
)
export type RoleWire = Wire<typeof RoleWire>

export const InviteRequest = Type.Object({
  email: Email,
  role: Role,
  language: Type.Optional(MailLanguage),
})
export type InviteRequest = Static<typeof InviteRequest>

export const RoleRequest = Type.Object({ role: Role })

const PersonWire = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  status: Type.Enum(['active', 'suspended']),
  role: Type.String(),
  createdAt: Instant,
})
export const SentInvitationWire = Type.Object({
  id: Id,
  email: Type.String(),
  role: Type.String(),
  expiresAt: Instant,
})
export const PeopleWire = Type.Object({
  persons: Type.Array(PersonWire),
  invitations: Type.Array(SentInvitationWire),
})
export type PeopleWire = Wire<typeof PeopleWire>

export const PasskeyRequest = Type.Object({ name: Text(200), response: WebAuthnResponse })
export const PasskeyWire = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
})
export type PasskeyWire = Wire<typeof PasskeyWire>
export const PasskeyNameRequest = Type.Object({ name: Text(200) })
export const PasskeySignInBeginWire = Type.Object({
  request: Type.String({ description: 'Volta com a resposta do navegador.' }),
  options: Type.Unknown(),
})
export const PasskeySignInRequest = Type.Object({ request: Token, response: WebAuthnResponse })

export const DeviceLoginWire = Type.Object({
  deviceCode: Type.String({ description: 'O segredo da linha de comando.' }),
  userCode: Type.String(),
  url: Type.String(),
  expiresInSeconds: Type.Integer(),
  intervalSeconds: Type.Integer(),
})
export const DevicePollRequest = Type.Object({ deviceCode: Text(200) })
export const DevicePollWire = Type.Object({
  state: Type.Enum(['approved', 'pending', 'too-fast', 'denied', 'over']),
  token: Nullable(Type.String()),
})
export const DeviceDecisionRequest = Type.Object({
  userCode: Text(40),
  isApproved: Type.Boolean(),
})
export const ChosenAccountRequest = Type.Object({ accountId: Nullable(Id) })
