import type { ActorKind } from '../../../contract/audit.ts'
import { texts } from '../../text/text.ts'

export const auditTexts = texts({
  title: { pt: 'Auditoria', en: 'Audit log' },
  lead: {
    pt: 'Quem mudou o quê, quando e de onde. Nada aqui pode ser apagado.',
    en: 'Who changed what, when and from where. Nothing here can be deleted.',
  },
  operatorTitle: { pt: 'Auditoria geral', en: 'Full audit log' },
  operatorLead: {
    pt: 'O que mudou no operador e nas contas, e quem viu dados pessoais. Escolha uma conta para ver também os pagamentos dela.',
    en: 'What changed at the operator and at the accounts, and who saw personal data. Choose an account to see its payments too.',
  },
  account: { pt: 'Conta', en: 'Account' },
  by: { pt: 'Por quem', en: 'By whom' },
  emptyTitle: { pt: 'Nada registrado ainda', en: 'Nothing recorded yet' },
  emptyText: {
    pt: 'A primeira mudança de uma pessoa, de uma chave ou do gateway aparece aqui.',
    en: 'The first change of a person, a key or the gateway appears here.',
  },
  action: { pt: 'Ação', en: 'Action' },
  address: { pt: 'De onde', en: 'From where' },
  request: { pt: 'Requisição', en: 'Request' },
  object: { pt: 'Objeto', en: 'Object' },
  field: { pt: 'Campo', en: 'Field' },
  before: { pt: 'Antes', en: 'Before' },
  after: { pt: 'Depois', en: 'After' },
  changes: { pt: 'O que mudou', en: 'What changed' },
  yes: { pt: 'sim', en: 'yes' },
  no: { pt: 'não', en: 'no' },
})

export const actorNames = texts({
  person: { pt: 'Pessoas', en: 'People' },
  key: { pt: 'Chaves', en: 'Keys' },
  'operator-token': { pt: 'Token do operador', en: 'Operator token' },
  cli: { pt: 'Linha de comando', en: 'Command line' },
  worker: { pt: 'Regras do gateway', en: 'Rules of the gateway' },
  provider: { pt: 'Provedores', en: 'Providers' },
  public: { pt: 'Visitantes', en: 'Visitors' },
  gateway: { pt: 'Gateway', en: 'Gateway' },
} satisfies Record<ActorKind, unknown>)
