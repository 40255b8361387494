import { texts } from '../../text/text.ts'

export const teamTexts = texts({
  title: { pt: 'Equipe', en: 'Team' },
  lead: {
    pt: 'Quem entra nesta conta, e o que cada um pode.',
    en: 'Who signs in to this account, and what each one may do.',
  },
  people: { pt: 'Pessoas', en: 'People' },
  name: { pt: 'Nome', en: 'Name' },
  email: { pt: 'E-mail', en: 'E-mail' },
  role: { pt: 'Papel', en: 'Role' },
  since: { pt: 'Desde', en: 'Since' },
  actions: { pt: 'O que fazer', en: 'What to do' },
  you: { pt: 'Você', en: 'You' },
  suspended: { pt: 'Suspensa', en: 'Suspended' },
  emptyTitle: { pt: 'Nenhuma pessoa ainda', en: 'No people yet' },
  emptyText: {
    pt: 'Convide a primeira pessoa: ela recebe o link por e-mail.',
    en: 'Invite the first person: the link arrives by mail.',
  },
  invite: { pt: 'Convidar', en: 'Invite' },
  inviteTitle: { pt: 'Convidar uma pessoa', en: 'Invite a person' },
  send: { pt: 'Enviar o convite', en: 'Send the invitation' },
  inviteText: {
    pt: 'O link vai só por e-mail e vale sete dias.',
    en: 'The link goes by mail only and is valid for seven days.',
  },
  invited: { pt: 'Convite enviado.', en: 'Invitation sent.' },
  mailLanguage: { pt: 'Língua do e-mail', en: 'Language of the mail' },
  portuguese: { pt: 'Português', en: 'Português' },
  english: { pt: 'English', en: 'English' },
  mayDo: { pt: 'Este papel pode', en: 'This role may' },
  beyondYou: {
    pt: (role: string) => `${role} (pode mais que você)`,
    en: (role: string) => `${role} (may do more than you)`,
  },
  invitations: { pt: 'Convites em aberto', en: 'Open invitations' },
  expires: { pt: 'Vale até', en: 'Valid until' },
  withdraw: { pt: 'Retirar', en: 'Withdraw' },
  withdrawOf: {
    pt: (email: string) => `Retirar o convite de ${email}`,
    en: (email: string) => `Withdraw the invitation of ${email}`,
  },
  withdrawText: { pt: 'O link do e-mail deixa de valer.', en: 'The link of the mail is void.' },
  withdrawn: { pt: 'Convite retirado.', en: 'Invitation withdrawn.' },
  changeRole: { pt: 'Trocar o papel', en: 'Change the role' },
  changeRoleOf: {
    pt: (name: string) => `Trocar o papel de ${name}`,
    en: (name: string) => `Change the role of ${name}`,
  },
  changeRoleText: {
    pt: 'Vale também nos logins abertos, em até dois segundos.',
    en: 'It holds in open logins too, within two seconds.',
  },
  roleChanged: { pt: 'Papel trocado.', en: 'Role changed.' },
  remove: { pt: 'Remover', en: 'Remove' },
  removeOf: { pt: (name: string) => `Remover ${name}`, en: (name: string) => `Remove ${name}` },
  removeText: {
    pt: (name: string) =>
      `${name} deixa de entrar nesta conta em até dois segundos. O que fez fica na auditoria.`,
    en: (name: string) =>
      `${name} loses this account within two seconds. What they did stays in the audit log.`,
  },
  removed: { pt: 'Acesso tirado.', en: 'Access removed.' },
  suspend: { pt: 'Suspender', en: 'Suspend' },
  suspendOf: { pt: (name: string) => `Suspender ${name}`, en: (name: string) => `Suspend ${name}` },
  suspendText: {
    pt: (name: string) =>
      `Os logins de ${name} terminam em até dois segundos, em todas as contas. A pessoa só entra de novo se for reativada.`,
    en: (name: string) =>
      `The logins of ${name} end within two seconds, at all accounts. The person signs in again only after a reactivation.`,
  },
  wasSuspended: { pt: 'Pessoa suspensa.', en: 'Person suspended.' },
  reactivate: { pt: 'Reativar', en: 'Reactivate' },
  reactivateOf: {
    pt: (name: string) => `Reativar ${name}`,
    en: (name: string) => `Reactivate ${name}`,
  },
  reactivateText: {
    pt: (name: string) => `${name} volta a entrar, com os papéis que já tinha.`,
    en: (name: string) => `${name} signs in again, with the same roles as before.`,
  },
  wasReactivated: { pt: 'Pessoa reativada.', en: 'Person reactivated.' },
  roles: { pt: 'Papéis', en: 'Roles' },
  rolesLead: {
    pt: 'Os que toda conta tem, e os que vocês criaram.',
    en: 'Those that every account has, and those that you made.',
  },
  newRole: { pt: 'Criar um papel', en: 'Make a role' },
  editRole: { pt: 'Mudar o papel', en: 'Change the role' },
  editRoleOf: {
    pt: (name: string) => `Mudar o papel ${name}`,
    en: (name: string) => `Change the role ${name}`,
  },
  roleName: { pt: 'Nome do papel', en: 'Name of the role' },
  permissions: { pt: 'O que este papel pode', en: 'What this role may do' },
  saveRole: { pt: 'Salvar o papel', en: 'Save the role' },
  roleCreated: { pt: 'Papel criado.', en: 'Role made.' },
  roleSaved: { pt: 'Papel mudado.', en: 'Role changed.' },
  removeRoleText: {
    pt: 'Só um papel que nenhuma pessoa e nenhum convite tem pode ser removido.',
    en: 'Only a role that no person and no invitation has can be removed.',
  },
  roleRemoved: { pt: 'Papel removido.', en: 'Role removed.' },
  own: { pt: 'Seu', en: 'Yours' },
  personsCount: {
    pt: (count: number) =>
      count === 0 ? 'nenhuma pessoa' : count === 1 ? '1 pessoa' : `${count} pessoas`,
    en: (count: number) =>
      count === 0 ? 'no people' : count === 1 ? '1 person' : `${count} people`,
  },
  permissionsCount: {
    pt: (count: number) => (count === 1 ? '1 permissão' : `${count} permissões`),
    en: (count: number) => (count === 1 ? '1 permission' : `${count} permissions`),
  },
})
