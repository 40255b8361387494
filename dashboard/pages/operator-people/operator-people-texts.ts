import { texts } from '../../text/text.ts'

export const operatorPeopleTexts = texts({
  title: { pt: 'Pessoas do operador', en: 'People of the operator' },
  lead: {
    pt: 'Quem entra na área do operador, e o que cada um pode em todas as contas.',
    en: 'Who signs in to the operator area, and what each one may do at all accounts.',
  },
  rolesLead: {
    pt: 'Os papéis do operador são os mesmos em toda instalação.',
    en: 'The roles of the operator are the same in every installation.',
  },
})
