import { texts } from '../../text/text.ts'

export const developerTexts = texts({
  title: { pt: 'Desenvolvedores', en: 'Developers' },
  lead: {
    pt: 'As chaves do seu programa, o que ele pediu à API e o que a conta avisou a ele.',
    en: 'The keys of your program, its requests, and the events that the account sent to it.',
  },
  reference: { pt: 'Referência da API', en: 'API reference' },
  keys: { pt: 'Chaves', en: 'Keys' },
  requests: { pt: 'Requisições', en: 'Requests' },
  events: { pt: 'Eventos', en: 'Events' },
})

export const keyTexts = texts({
  add: { pt: 'Nova chave', en: 'New key' },
  create: { pt: 'Criar chave', en: 'Create the key' },
  name: { pt: 'Nome', en: 'Name' },
  nameHint: {
    pt: 'Onde ela será usada: “Loja em produção”.',
    en: 'Where it is used: “Live shop”.',
  },
  kind: { pt: 'Tipo', en: 'Type' },
  secret: { pt: 'Secreta', en: 'Secret' },
  public: { pt: 'Pública', en: 'Public' },
  secretHint: {
    pt: 'Para o seu servidor. Nunca a ponha numa página ou num aplicativo.',
    en: 'For your server. Never put it into a page or an app.',
  },
  publicHint: {
    pt: 'Para a página de pagamento: só transforma cartões em tokens e abre a carteira.',
    en: 'For the payment page: it only turns cards into tokens and opens the wallet.',
  },
  access: { pt: 'Acesso', en: 'Access' },
  everything: { pt: 'Tudo o que uma chave pode', en: 'Everything that a key can do' },
  chosen: { pt: 'Só o que eu escolher', en: 'Only what I choose' },
  onlyOwn: {
    pt: 'Você só dá a uma chave o que o seu papel permite.',
    en: 'You can give a key only what your role allows.',
  },
  permissions: { pt: 'Permissões', en: 'Permissions' },
  permissionCount: {
    pt: (count: number) => (count === 1 ? '1 permissão' : `${count} permissões`),
    en: (count: number) => (count === 1 ? '1 permission' : `${count} permissions`),
  },
  full: { pt: 'Completo', en: 'Full' },
  payers: { pt: 'Páginas de pagamento', en: 'Payment pages' },
  choose: { pt: 'Escolha ao menos uma permissão.', en: 'Choose at least one permission.' },
  networks: { pt: 'Redes permitidas', en: 'Allowed networks' },
  networksHint: {
    pt: 'Vazio: de qualquer lugar. Um endereço ou rede por linha: 203.0.113.0/24',
    en: 'Empty: from anywhere. One address or network a line: 203.0.113.0/24',
  },
  anywhere: { pt: 'De qualquer lugar', en: 'From anywhere' },
  ends: { pt: 'Vale até', en: 'Valid until' },
  endsHint: { pt: 'Vazio: não tem fim.', en: 'Empty: it has no end.' },
  noEnd: { pt: 'Sem fim', en: 'No end' },
  secretTitle: { pt: 'Guarde a chave agora', en: 'Store the key now' },
  secretText: {
    pt: 'Guardamos só um resumo dela: a chave não aparece de novo.',
    en: 'We keep only a digest of it: the key is not shown again.',
  },
  waitsTitle: { pt: 'Espera outra pessoa', en: 'Waits for another person' },
  waitsText: {
    pt: 'Esta chave deixa sair dinheiro ou mostra o segredo dos webhooks. Ela só será criada quando outra pessoa da conta aprovar; depois você a vê, uma vez, em Aprovações.',
    en: 'This key lets money leave, or shows the secret of the webhooks. It is created only when another person of the account approves. Then you see it once, in Approvals.',
  },
  toApprovals: { pt: 'Ver em Aprovações', en: 'See it in Approvals' },
  state: { pt: 'Situação', en: 'Status' },
  active: { pt: 'Ativa', en: 'Active' },
  ending: { pt: 'Termina em breve', en: 'Ends soon' },
  ended: { pt: 'Vencida', en: 'Expired' },
  revoked: { pt: 'Revogada', en: 'Revoked' },
  lastUse: { pt: 'Último uso', en: 'Last used' },
  requests: { pt: 'Ver as requisições desta chave', en: 'See the requests of this key' },
  neverUsed: { pt: 'Nunca usada', en: 'Never used' },
  created: { pt: 'Criada em', en: 'Created' },
  revokedAt: { pt: 'Revogada em', en: 'Revoked' },
  showEnded: { pt: 'Mostrar as que não valem mais', en: 'Show those that are no longer valid' },
  rotate: { pt: 'Trocar', en: 'Rotate' },
  rotateTitle: {
    pt: (name: string) => `Trocar a chave ${name}?`,
    en: (name: string) => `Rotate the key ${name}?`,
  },
  rotateText: {
    pt: 'Uma chave nova, com as mesmas restrições, toma o lugar desta. A antiga ainda vale pelo tempo que você escolher.',
    en: 'A new key with the same restrictions replaces this one. The old one stays valid for the time that you choose.',
  },
  overlap: { pt: 'A antiga vale por mais', en: 'The old one stays valid for' },
  now: { pt: 'Nada: termina agora', en: 'No time: it ends now' },
  hour: { pt: '1 hora', en: '1 hour' },
  day: { pt: '1 dia', en: '1 day' },
  week: { pt: '7 dias', en: '7 days' },
  month: { pt: '30 dias', en: '30 days' },
  revoke: { pt: 'Revogar', en: 'Revoke' },
  revokeTitle: {
    pt: (name: string) => `Revogar a chave ${name}?`,
    en: (name: string) => `Revoke the key ${name}?`,
  },
  revokeText: {
    pt: 'O programa que a usa passa a ser recusado em até dois segundos. Não há volta.',
    en: 'The program that uses it is refused within two seconds. This cannot be undone.',
  },
  usedRecently: {
    pt: (when: string) => `Ela foi usada ${when}.`,
    en: (when: string) => `It was last used ${when}.`,
  },
  revokedDone: { pt: 'Chave revogada.', en: 'Key revoked.' },
  emptyTitle: { pt: 'Nenhuma chave ainda', en: 'No keys yet' },
  emptyText: {
    pt: 'Crie uma chave secreta e confira que ela funciona:',
    en: 'Create a secret key and check that it works:',
  },
})

export const eventTexts = texts({
  type: { pt: 'Evento', en: 'Event' },
  object: { pt: 'Objeto', en: 'Object' },
  at: { pt: 'Quando', en: 'When' },
  position: { pt: 'Posição', en: 'Position' },
  positionHint: {
    pt: (last: string) => `Posição mais nova do feed: ${last}`,
    en: (last: string) => `Newest position of the feed: ${last}`,
  },
  subjects: { pt: 'Assunto', en: 'Subject' },
  searched: {
    pt: (from: string) => `Procurado até a posição ${from}.`,
    en: (from: string) => `Searched down to position ${from}.`,
  },
  payload: { pt: 'Corpo do webhook', en: 'Webhook body' },
  emptyTitle: { pt: 'Nenhum evento ainda', en: 'No events yet' },
  emptyText: {
    pt: 'Cada mudança da conta aparece aqui assim que acontece. No seu computador, receba os eventos com:',
    en: 'Each change of the account appears here as it happens. On your own machine, receive the events with:',
  },
  resend: { pt: 'Enviar de novo', en: 'Send again' },
  resendTo: { pt: 'Para', en: 'To' },
  everywhere: { pt: 'Todos os endereços a que foi', en: 'All endpoints that received it' },
  resent: {
    pt: (count: number) =>
      count === 1 ? '1 entrega recomeçou.' : `${count} entregas recomeçaram.`,
    en: (count: number) =>
      count === 1 ? '1 delivery starts again.' : `${count} deliveries start again.`,
  },
  deliveries: { pt: 'Ver as entregas', en: 'See the deliveries' },
  openTransaction: { pt: 'Abrir a transação', en: 'Open the transaction' },
})

/** The kinds of object that events are about. */
export const subjectNames = texts({
  transaction: { pt: 'Transações', en: 'Transactions' },
  cashout: { pt: 'Saques', en: 'Cashouts' },
  device_pay_domain: { pt: 'Domínios do Device Pay', en: 'Device Pay domains' },
  payment_link: { pt: 'Links de pagamento', en: 'Payment links' },
  webhook_endpoint: { pt: 'Endereços de webhook', en: 'Webhook endpoints' },
})
