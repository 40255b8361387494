import { texts } from '../text/text.ts'

export const shellTexts = texts({
  skip: { pt: 'Ir para o conteúdo', en: 'Skip to the content' },
  menu: { pt: 'Menu', en: 'Menu' },
  operator: { pt: 'Operador', en: 'Operator' },
  search: { pt: 'Buscar', en: 'Search' },
  searchHint: {
    pt: 'Página, id, e-mail, documento ou referência',
    en: 'Page, id, e-mail, document or reference',
  },
  searchTransactions: {
    pt: (text: string) => `Buscar “${text}” nas transações`,
    en: (text: string) => `Search “${text}” in transactions`,
  },
  recent: { pt: 'Páginas recentes', en: 'Recent pages' },
  searchMissing: {
    pt: 'A busca não carregou. Confira a rede e recarregue a página.',
    en: 'The search did not load. Check the network and reload the page.',
  },
  transactions: { pt: 'Transações', en: 'Transactions' },
  pages: { pt: 'Páginas', en: 'Pages' },
  account: { pt: 'Conta', en: 'Account' },
  accountKept: {
    pt: 'A conta não mudou. Tente de novo.',
    en: 'The account did not change. Try again.',
  },
  person: { pt: 'Você', en: 'You' },
  language: { pt: 'English', en: 'Português' },
  light: { pt: 'Tema claro', en: 'Light theme' },
  dark: { pt: 'Tema escuro', en: 'Dark theme' },
  system: { pt: 'Tema do sistema', en: 'Theme of the system' },
  signOut: { pt: 'Sair', en: 'Sign out' },
  stillSignedIn: {
    pt: 'Você ainda não saiu: o gateway não respondeu. Tente de novo.',
    en: 'You are still signed in: the gateway did not answer. Try again.',
  },
  sandbox: { pt: 'Sandbox', en: 'Sandbox' },
  noPermissionTitle: {
    pt: 'Você não tem acesso a esta página',
    en: 'You have no access to this page',
  },
  noPermission: {
    pt: (sentence: string) =>
      `O seu papel não permite: ${sentence} Peça a quem administra a conta.`,
    en: (sentence: string) =>
      `Your role does not allow: ${sentence} Ask the person who administers the account.`,
  },
  noAccount: {
    pt: 'Você não participa de nenhuma conta.',
    en: 'You are not a member of any account.',
  },
  noSuchPageTitle: { pt: 'Página não encontrada', en: 'Page not found' },
  noSuchPage: {
    pt: 'Confira o endereço ou volte para a visão geral.',
    en: 'Check the address or return to the overview.',
  },
  toOverview: { pt: 'Ir para a visão geral', en: 'Go to the overview' },
})
