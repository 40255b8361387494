import { Type } from 'typebox'
import { envelopeOf } from '../../../../contract/envelope.ts'
import { ChangeRoleRequest, NewRoleRequest, RoleWire } from '../../../../contract/people.ts'
import { accountPermissions } from '../../../../contract/permission.ts'
import {
  changeAccountRole,
  createRole,
  removeRole,
  listRoles as rolesOf,
  type UsableRole,
} from '../../../people/account-role.ts'
import { roleName } from '../../../people/role.ts'
import { type AccountRequest, accountEndpoint } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { withSealedResponse } from '../../request/sealed-response.ts'
import { type Language, validate } from '../../request/validation.ts'

export const listRoles = accountEndpoint({
  summary: 'Listar os papéis da conta, com o que cada um pode',
  description: 'Primeiro os que toda conta tem, depois os próprios da conta, por nome.',
  answer: envelopeOf(Type.Array(RoleWire)),
  async handle({ app }, { holder, language }) {
    const roles = await rolesOf(app, holder.account.id)
    return {
      message: { pt: 'Papéis da conta.', en: 'Roles of the account.' },
      data: roles.map((role) => renderRole(role, language)),
    }
  },
})

export const postRole = accountEndpoint({
  summary: 'Criar um papel próprio da conta',
  description: 'Ninguém põe num papel uma permissão que não tem.',
  body: NewRoleRequest,
  answer: envelopeOf(RoleWire),
  rejections: ['validation-failed', 'name-invalid', 'role-name-taken', 'role-limit-reached'],
  handle(context, request) {
    const { name, permissions } = validate(NewRoleRequest, request.body)
    const place = placeOf(request)
    return withSealedResponse(context, request, {
      accountId: place.accountId,
      kind: 'transaction',
      async run(app) {
        const role = await createRole(app, place, { name, permissions })
        return {
          id: role.id ?? '',
          message: { pt: 'Papel criado.', en: 'Role created.' },
          data: renderRole(role, request.language),
        }
      },
    })
  },
})

export const patchRole = accountEndpoint({
  summary: 'Mudar o nome ou as permissões de um papel próprio da conta',
  description: 'Vale também para quem já entrou, em até um segundo.',
  body: ChangeRoleRequest,
  answer: envelopeOf(RoleWire),
  rejections: ['validation-failed', 'not-found', 'name-invalid', 'role-name-taken'],
  async handle({ app }, request) {
    const changes = validate(ChangeRoleRequest, request.body)
    const role = await changeAccountRole(app, { ...placeOf(request), id: idFrom(request) }, changes)
    return {
      message: { pt: 'Papel mudado.', en: 'Role changed.' },
      data: renderRole(role, request.language),
    }
  },
})

export const deleteRole = accountEndpoint({
  summary: 'Remover um papel próprio da conta',
  description: 'Só um papel que nenhuma pessoa e nenhum convite em aberto tem.',
  answer: envelopeOf(Type.Null()),
  rejections: ['not-found', 'role-in-use'],
  async handle({ app }, request) {
    await removeRole(app, { ...placeOf(request), id: idFrom(request) })
    return { message: { pt: 'Papel removido.', en: 'Role removed.' }, data: null }
  },
})

const placeOf = ({ holder }: AccountRequest) => ({
  accountId: holder.account.id,
  within: holder.grant.permissions,
})

const renderRole = (
  { id, role, permissions, persons }: UsableRole,
  language: Language,
): RoleWire => ({
  id,
  role,
  name: id === null ? roleName(role, language) : role,
  permissions: permissions.map((permission) => ({
    permission,
    sentence: accountPermissions[permission][language],
  })),
  persons,
})
