import type { ListedProviderWire } from '../../../contract/provider.ts'
import { texts } from '../../text/text.ts'

export const providerStateNames = texts({
  healthy: { pt: 'Responde', en: 'Healthy' },
  degraded: { pt: 'Com falhas', en: 'Degraded' },
  silent: { pt: 'Sem resposta', en: 'Silent' },
  idle: { pt: 'Sem chamadas', en: 'No calls' },
} satisfies Record<ListedProviderWire['health']['state'], unknown>)

/** What people call what a provider is for. */
export const railNames = texts({
  card: { pt: 'Cartão', en: 'Card' },
  pix: { pt: 'PIX', en: 'PIX' },
  boleto: { pt: 'Boleto', en: 'Boleto' },
  payout: { pt: 'Saques', en: 'Cashouts' },
})

export const providerTexts = texts({
  title: { pt: 'Provedores', en: 'Providers' },
  lead: {
    pt: 'Adquirentes e bancos, e como cada um respondeu na última hora.',
    en: 'Acquirers and banks, and how each responded in the last hour.',
  },
  add: { pt: 'Cadastrar provedor', en: 'Add a provider' },
  added: { pt: 'Provedor cadastrado.', en: 'Provider added.' },
  emptyTitle: { pt: 'Nenhum provedor ainda', en: 'No providers yet' },
  emptyText: {
    pt: 'Cadastre a adquirente e os bancos com que você tem contrato. Depois escolha-os em cada conta.',
    en: 'Add the acquirer and the banks that you have contracts with. Then choose them in each account.',
  },
  name: { pt: 'Nome', en: 'Name' },
  kind: { pt: 'Tipo', en: 'Kind' },
  rail: { pt: 'Serve para', en: 'Serves' },
  state: { pt: 'Situação', en: 'State' },
  success: { pt: 'Respondidas', en: 'Responded' },
  latency: { pt: 'Latência', en: 'Latency' },
  callback: { pt: 'Último aviso', en: 'Last callback' },
  calls: { pt: 'Chamadas', en: 'Calls' },
  failures: { pt: 'Falhas', en: 'Failures' },
  hour: { pt: 'Última hora', en: 'Last hour' },
  day: { pt: 'Último dia', en: 'Last day' },
  span: { pt: 'Período', en: 'Period' },
  operation: { pt: 'Operação', en: 'Operation' },
  operations: { pt: 'Por operação', en: 'By operation' },
  noOperations: {
    pt: 'Nenhuma chamada no último dia.',
    en: 'No calls in the last day.',
  },
  health: { pt: 'Saúde', en: 'Health' },
  lastAnswer: { pt: 'Última resposta', en: 'Last response' },
  lastFailure: { pt: 'Última falha', en: 'Last failure' },
  median: { pt: 'Metade em até', en: 'Half within' },
  slowest: { pt: '99 % em até', en: '99% within' },
  silentText: {
    pt: 'O provedor não respondeu na última hora. Confira as credenciais e a página de status dele.',
    en: 'The provider did not respond in the last hour. Check the credentials and its status page.',
  },
  degradedText: {
    pt: 'Uma em cada vinte chamadas, ou mais, ficou sem resposta na última hora.',
    en: 'One of twenty calls, or more, had no response in the last hour.',
  },
  halfOpen: {
    pt: 'O gateway só faz uma consulta a cada dez segundos, até o provedor responder.',
    en: 'The gateway makes only one request each ten seconds until the provider responds.',
  },
  settings: { pt: 'Credenciais e avisos', en: 'Credentials and callbacks' },
  certificate: { pt: 'Certificado vence', en: 'Certificate expires' },
  updated: { pt: 'Alterado', en: 'Changed' },
  callbackState: { pt: 'Endereço de avisos', en: 'Callback address' },
  registered: { pt: 'Registrado no banco', en: 'Registered at the bank' },
  notRegistered: { pt: 'O banco não aceitou', en: 'Not accepted by the bank' },
  byHand: { pt: 'Cadastrado à mão no provedor', en: 'Entered by hand at the provider' },
  renewed: { pt: 'Endereço trocado', en: 'Address renewed' },
  oldInUse: {
    pt: 'O provedor ainda usa o endereço anterior. Os dois valem.',
    en: 'The provider still uses the previous address. Both work.',
  },
  lastFile: { pt: 'Último arquivo de liquidação', en: 'Last settlement file' },
  change: { pt: 'Trocar credenciais', en: 'Change credentials' },
  changeText: {
    pt: 'As credenciais guardadas nunca são mostradas. Preencha todas: elas são trocadas por inteiro.',
    en: 'Stored credentials are never shown. Enter all of them: they are replaced as a whole.',
  },
  rename: { pt: 'Mudar o nome', en: 'Rename' },
  save: { pt: 'Salvar', en: 'Save' },
  changed: { pt: 'Provedor alterado.', en: 'Provider changed.' },
  renew: { pt: 'Trocar o endereço de avisos', en: 'Renew the callback address' },
  renewText: {
    pt: 'Um endereço novo é criado e, se o banco permite, registrado nele. O anterior vale até o provedor usar o novo.',
    en: 'A new address is created and, where the bank allows it, registered there. The previous one works until the provider uses the new one.',
  },
  addressTitle: { pt: 'Endereço de avisos', en: 'Callback address' },
  addressText: {
    pt: 'O provedor avisa neste endereço. Cadastre-o no portal dele se o banco não o registra. Ele aparece só desta vez.',
    en: 'The provider calls this address. Enter it in the portal of the provider if the bank does not register it. It is shown only this time.',
  },
  optional: { pt: 'opcional', en: 'optional' },
  addItem: { pt: 'Adicionar', en: 'Add' },
  removeItem: { pt: 'Remover', en: 'Remove' },
})
