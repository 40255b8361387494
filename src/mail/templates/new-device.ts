import { nameText } from '../../primitives/mail-text.ts'
import { instantText } from '../format.ts'
import { days, facts, link, type MailTemplate, paragraph } from '../mail-content.ts'

export interface NewDeviceData {
  readonly at: string
  /** The browser and the system as they call themselves. */
  readonly device: string
  /** The address on the network. */
  readonly ip: string
  /** The page where the person ends logins. */
  readonly url?: string
}

export const newDevice: MailTemplate<NewDeviceData> = {
  usefulMs: days(3),
  pt: ({ at, device, ip, url }) => ({
    subject: 'Novo acesso à sua conta do Guichê',
    title: 'Entraram com o seu login em um aparelho novo',
    blocks: [
      facts(
        ['Quando', instantText(at, 'pt')],
        ['Aparelho', nameText(device)],
        ['Endereço IP', oneAddress(ip)],
      ),
      paragraph(
        'Foi você? Então não há nada a fazer. Se não foi, encerre esse acesso e troque a sua senha agora.',
      ),
      ...link('Ver os meus acessos', url),
    ],
    reason: 'Avisamos de cada acesso em um aparelho que ainda não conhecíamos.',
  }),
  en: ({ at, device, ip, url }) => ({
    subject: 'New sign-in to your Guichê account',
    title: 'Your login was used on a new device',
    blocks: [
      facts(
        ['When', instantText(at, 'en')],
        ['Device', nameText(device)],
        ['IP address', oneAddress(ip)],
      ),
      paragraph(
        'Was it you? Then there is nothing to do. If not, end that login and change your password now.',
      ),
      ...link('See my logins', url),
    ],
    reason: 'We notify you of each sign-in on a device that we did not know.',
  }),
}

const oneAddress = (ip: string): string => ip.replace(/[^0-9a-fA-F.:%]/g, '').slice(0, 64)
