import type { LoginWire, PeopleWire } from '../../contract/people.ts'
import { invitePerson, listPeople, suspendPerson } from '../people/invite.ts'
import { invitationUrl } from '../people/links.ts'
import type { Language } from '../people/person.ts'
import { personByEmail } from '../people/person-store.ts'
import { Rejection } from '../primitives/rejection.ts'
import { idOf, textOf } from './arguments.ts'
import { type CliCommand, change, UsageError, withApp } from './command.ts'
import { show } from './output.ts'
import type { PersonClient } from './person-client.ts'

interface InviteOptions {
  readonly role: string
  readonly account?: string
  readonly language?: Language
}

export const peopleCommand: CliCommand = {
  addTo(people, run) {
    people
      .command('invite')
      .description('convida uma pessoa e mostra o link, que vale sete dias e serve uma vez')
      .argument('<E-MAIL>', 'o endereço da pessoa', textOf('o e-mail'))
      .requiredOption(
        '--role <PAPEL>',
        'admin, finance, support ou auditor; numa conta, owner, finance, support, developer, read-only ou um papel dela',
        textOf('--role'),
      )
      .option(
        '--account <CONTA>',
        'o id da conta; sem isto, a operação do gateway',
        idOf('o id da conta'),
      )
      .option('--language <IDIOMA>', 'pt ou en: o idioma dos e-mails', readLanguage)
      .action(
        run((config, email: string, { role, account, language = 'pt' }: InviteOptions) =>
          change(config, {
            // The link goes by mail only: a person must not see the link of another one.
            viaApi: (client) => inviteViaApi(client, account, { email, role, language }),
            async direct(app) {
              const sent = { email, accountId: account ?? null, role, language }
              const { token, ...invitation } = await invitePerson(app, sent)
              return { ...invitation, url: invitationUrl(app, token) }
            },
          }),
        ),
      )
    people
      .command('list')
      .description('lista as pessoas e os convites em aberto')
      .option(
        '--account <CONTA>',
        'o id da conta; sem isto, a operação do gateway',
        idOf('o id da conta'),
      )
      .action(
        run((config, { account }: { readonly account?: string }) =>
          withApp(config, async (app) => show(await listPeople(app, account ?? null))),
        ),
      )
    for (const { name, description, status } of statuses)
      people
        .command(name)
        .description(description)
        .argument('<E-MAIL>', 'o endereço da pessoa', textOf('o e-mail'))
        .action(
          run((config, email: string) =>
            change(config, {
              viaApi: (client) => suspendViaApi(client, email, status),
              async direct(app) {
                const person = await personByEmail(app.sql, email.trim().toLowerCase())
                if (!person) throw new Rejection('not-found')
                await suspendPerson(app, person.id, status)
                return { ...person, status }
              },
            }),
          ),
        )
  },
}

/** A member invites into their own account, a person of the operator into any other. */
async function inviteViaApi(
  client: PersonClient,
  account: string | undefined,
  body: Readonly<Record<string, string>>,
): Promise<unknown> {
  if (account === undefined) return client.call('POST', '/api/admin/people/invitations', { body })
  const { memberships } = (await client.call('GET', '/api/auth/login')) as LoginWire
  return memberships.some(({ accountId }) => accountId === account)
    ? client.call('POST', '/api/user/people/invitations', { body, accountId: account })
    : client.call('POST', `/api/admin/accounts/${account}/people/invitations`, { body })
}

/** The API lists the persons of the operator, and no one finds another person by address. */
async function suspendViaApi(
  client: PersonClient,
  email: string,
  status: 'active' | 'suspended',
): Promise<unknown> {
  const { persons } = (await client.call('GET', '/api/admin/people')) as PeopleWire
  const person = persons.find((each) => each.email === email.trim().toLowerCase())
  if (!person) throw new Rejection('not-found')
  const path = `/api/admin/people/${person.id}/suspension`
  const waiting = await client.call(status === 'suspended' ? 'POST' : 'DELETE', path)
  return waiting ?? { ...person, status }
}

const statuses = [
  {
    name: 'suspend',
    description: 'suspende uma pessoa: os logins dela terminam em até dois segundos',
    status: 'suspended',
  },
  { name: 'reactivate', description: 'deixa uma pessoa suspensa entrar de novo', status: 'active' },
] as const

function readLanguage(text: string): Language {
  if (text === 'pt' || text === 'en') return text
  throw new UsageError('--language é pt ou en')
}
