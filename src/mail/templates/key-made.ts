import { nameText } from '../../primitives/mail-text.ts'
import { instantText } from '../format.ts'
import { days, facts, link, type MailTemplate, paragraph } from '../mail-content.ts'

/** Nothing of the key itself. */
export interface KeyMadeData {
  readonly account: string
  readonly kind: 'secret' | 'public'
  readonly name: string
  readonly madeBy: string
  readonly at: string
  /** What the key may do, in the language of the mail. Null: all that a key of its kind may do. */
  readonly permissions: readonly string[] | null
  readonly url?: string
}

export const keyMade: MailTemplate<KeyMadeData> = {
  usefulMs: days(3),
  pt: ({ account, kind, name, madeBy, at, permissions, url }) => ({
    subject: `Nova chave ${kinds[kind].pt} na conta ${nameText(account)}`,
    title: `Uma chave ${kinds[kind].pt} foi criada`,
    blocks: [
      facts(
        ['Conta', nameText(account)],
        ['Nome da chave', nameText(name)],
        ['Permissões', permissions === null ? 'todas' : listed(permissions)],
        ['Criada por', nameText(madeBy)],
        ['Quando', instantText(at, 'pt')],
      ),
      paragraph('Se você não esperava esta chave, revogue-a agora.'),
      ...link('Ver as chaves', url),
    ],
    reason: 'Você recebe esta mensagem pelo seu papel nesta conta.',
  }),
  en: ({ account, kind, name, madeBy, at, permissions, url }) => ({
    subject: `New ${kinds[kind].en} key in the account ${nameText(account)}`,
    title: `A ${kinds[kind].en} key was made`,
    blocks: [
      facts(
        ['Account', nameText(account)],
        ['Name of the key', nameText(name)],
        ['Permissions', permissions === null ? 'all' : listed(permissions)],
        ['Made by', nameText(madeBy)],
        ['When', instantText(at, 'en')],
      ),
      paragraph('If you did not expect this key, revoke it now.'),
      ...link('See the keys', url),
    ],
    reason: 'You receive this message because of your role in this account.',
  }),
}

const kinds = {
  secret: { pt: 'secreta', en: 'secret' },
  public: { pt: 'pública', en: 'public' },
} as const

const listed = (permissions: readonly string[]): string =>
  permissions.map((each) => nameText(each)).join('; ')
