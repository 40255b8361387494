import type { DomainDiagnosis, DomainWire } from '../../../contract/device-pay.ts'
import { texts } from '../../text/text.ts'

export const domainStatusNames = texts({
  PENDING: { pt: 'A verificar', en: 'To verify' },
  VERIFIED: { pt: 'Verificado', en: 'Verified' },
} satisfies Record<DomainWire['status'], unknown>)

/** What each check of the diagnosis looks at, in the order of a request. */
export const checkNames = texts({
  dns: { pt: 'O nome existe no DNS', en: 'The name exists in the DNS' },
  connect: { pt: 'O servidor aceita conexões', en: 'The server accepts connections' },
  tls: { pt: 'O certificado HTTPS vale', en: 'The HTTPS certificate is valid' },
  redirect: { pt: 'Sem redirecionamento', en: 'No redirect' },
  login: { pt: 'Sem tela de login', en: 'No login page' },
  status: { pt: 'Responde 200', en: 'Answers 200' },
  'content-type': { pt: 'É um texto, e não uma página', en: 'It is a text, not a page' },
  content: { pt: 'O conteúdo é o do arquivo', en: 'The content is that of the file' },
} satisfies Record<DomainDiagnosis['checks'][number]['check'], unknown>)

export const devicePayTexts = texts({
  title: { pt: 'Device Pay', en: 'Device Pay' },
  lead: {
    pt: 'O botão da carteira aparece nos domínios verificados aqui.',
    en: 'The button of the wallet appears at the domains verified here.',
  },
  domain: { pt: 'Domínio', en: 'Domain' },
  domainHint: {
    pt: 'Só o hostname: loja.com.br. Com e sem www são dois domínios.',
    en: 'Only the hostname: loja.com.br. With and without www are two domains.',
  },
  status: { pt: 'Situação', en: 'Status' },
  checked: { pt: 'Última conferência', en: 'Last check' },
  verified: { pt: 'Verificado em', en: 'Verified' },
  created: { pt: 'Registrado em', en: 'Registered' },
  problem: { pt: 'Problema', en: 'Problem' },
  register: { pt: 'Registrar domínio', en: 'Register a domain' },
  registered: { pt: 'Domínio registrado.', en: 'Domain registered.' },
  emptyTitle: { pt: 'Nenhum domínio ainda', en: 'No domains yet' },
  emptyText: {
    pt: 'Registre o domínio da sua loja. Depois publique nele um arquivo, e verifique.',
    en: 'Register the domain of your shop. Then publish a file there, and verify it.',
  },
  file: { pt: '1. Publique o arquivo', en: '1. Publish the file' },
  fileText: {
    pt: 'O arquivo prova à adquirente que o domínio é seu. Coloque-o exatamente neste endereço, sem mudar nada dentro.',
    en: 'The file proves to the acquirer that the domain is yours. Put it at exactly this address, without any change inside.',
  },
  download: { pt: 'Baixar o arquivo', en: 'Download the file' },
  noFile: {
    pt: 'A adquirente da conta não tem Device Pay. Fale com o operador.',
    en: 'The acquirer of the account has no Device Pay. Talk to the operator.',
  },
  diagnosis: { pt: '2. Confira daqui', en: '2. Check it from here' },
  diagnosisText: {
    pt: 'Olhamos o endereço como a adquirente olha, passo por passo.',
    en: 'We look at the address as the acquirer does, step by step.',
  },
  diagnose: { pt: 'Conferir agora', en: 'Check now' },
  allPassed: {
    pt: 'Tudo certo daqui. Falta a adquirente confirmar.',
    en: 'All is well from here. The acquirer still has to confirm.',
  },
  notReached: { pt: 'não chegou a ser olhado', en: 'was not reached' },
  verify: { pt: '3. Verifique na adquirente', en: '3. Verify at the acquirer' },
  verifyText: {
    pt: 'A adquirente lê o arquivo e libera o botão neste domínio.',
    en: 'The acquirer reads the file and allows the button at this domain.',
  },
  validate: { pt: 'Verificar', en: 'Verify' },
  validated: {
    pt: 'Domínio verificado: o botão já aparece.',
    en: 'Domain verified: the button appears now.',
  },
  notValidated: {
    pt: 'Ainda não verificado. Veja o problema abaixo.',
    en: 'Not verified yet. See the problem below.',
  },
  remove: { pt: 'Remover', en: 'Remove' },
  removeTitle: { pt: 'Remover o domínio?', en: 'Remove the domain?' },
  removeText: {
    pt: 'O botão some deste domínio. Pagamentos já feitos não mudam.',
    en: 'The button disappears from this domain. Payments that were made do not change.',
  },
  removed: { pt: 'Domínio removido.', en: 'Domain removed.' },
})
