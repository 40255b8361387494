/**
 * The reasons of a rejection, as a text for people: those of Febraban's table C047 that an order
 * can have caused, and the numbers of the others.
 */
export const reasonText = (reasons: readonly string[]): string =>
  reasons.map((code) => `${texts.get(code) ?? 'motivo do banco'} (${code})`).join(', ') ||
  'o banco não deu motivo'

const texts: ReadonlyMap<string, string> = new Map([
  ['07', 'agência ou conta inválida'],
  ['08', 'nosso número inválido'],
  ['09', 'nosso número duplicado'],
  ['10', 'carteira inválida'],
  ['15', 'características da cobrança incompatíveis'],
  ['16', 'data de vencimento inválida'],
  ['17', 'data de vencimento anterior à emissão'],
  ['18', 'vencimento fora do prazo de operação'],
  ['20', 'valor inválido'],
  ['21', 'espécie inválida'],
  ['24', 'data de emissão inválida'],
  ['37', 'código de protesto inválido'],
  ['38', 'prazo de protesto inválido'],
  ['39', 'protesto não permitido'],
  ['40', 'há ordem de protesto emitida'],
  ['45', 'nome do pagador ausente'],
  ['46', 'documento do pagador inválido'],
  ['47', 'endereço do pagador ausente'],
  ['48', 'CEP inválido'],
  ['49', 'CEP sem praça de cobrança'],
  ['51', 'CEP não é deste estado'],
  ['52', 'estado inválido'],
  ['53', 'documento da loja inválido'],
  ['54', 'nome da loja ausente'],
  ['60', 'boleto não registrado'],
  ['63', 'boleto já registrado'],
])
