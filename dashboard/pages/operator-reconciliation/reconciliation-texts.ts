import type { CaseObject, CaseStatus, FileStatus } from '../../../contract/reconciliation.ts'
import { texts } from '../../text/text.ts'

export const caseStatusNames = texts({
  OPEN: { pt: 'Aberto', en: 'Open' },
  RESOLVED: { pt: 'Encerrado', en: 'Closed' },
} satisfies Record<CaseStatus, unknown>)

export const fileStatusNames = texts({
  READING: { pt: 'Sendo lido', en: 'Being read' },
  READ: { pt: 'Lido e comparado', en: 'Read and compared' },
  BROKEN: { pt: 'Incompleto; será lido de novo', en: 'Incomplete; it is read again' },
  REJECTED: { pt: 'Recusado', en: 'Rejected' },
  DOUBLED: { pt: 'Repetido', en: 'Published twice' },
} satisfies Record<FileStatus, unknown>)

export const objectNames = texts({
  transaction: { pt: 'Venda', en: 'Sale' },
  refund: { pt: 'Devolução', en: 'Refund' },
  dispute: { pt: 'Disputa', en: 'Dispute' },
  cashout: { pt: 'Saque', en: 'Cashout' },
} satisfies Record<CaseObject, unknown>)

export const reconciliationTexts = texts({
  title: { pt: 'Conciliação', en: 'Reconciliation' },
  lead: {
    pt: 'Onde os arquivos dos provedores e os nossos livros não conferem.',
    en: 'Where the files of the providers and our books do not agree.',
  },
  cases: { pt: 'Casos', en: 'Cases' },
  files: { pt: 'Arquivos', en: 'Files' },
  status: { pt: 'Situação', en: 'Status' },
  open: { pt: 'Abertos', en: 'Open' },
  resolved: { pt: 'Encerrados', en: 'Closed' },
  all: { pt: 'Todos', en: 'All' },
  kind: { pt: 'O que difere', en: 'What differs' },
  providerSays: { pt: 'Provedor diz', en: 'The provider says' },
  providerName: { pt: 'Provedor', en: 'Provider' },
  account: { pt: 'Conta', en: 'Account' },
  openedAt: { pt: 'Desde', en: 'Since' },
  sale: { pt: 'Venda', en: 'Sale' },
  reference: { pt: 'Referência no provedor', en: 'Reference at the provider' },
  emptyTitle: { pt: 'Tudo confere', en: 'Everything agrees' },
  emptyText: {
    pt: 'O worker lê os arquivos dos provedores a cada hora. Uma diferença abre um caso aqui.',
    en: 'The worker reads the files of the providers every hour. A difference opens a case here.',
  },
  differences: { pt: 'Os dois lados', en: 'Both sides' },
  fact: { pt: 'Dado', en: 'Fact' },
  ourBooks: { pt: 'Nossos livros', en: 'Our books' },
  compared: { pt: 'Igual?', en: 'Same?' },
  same: { pt: 'Confere', en: 'Same' },
  differs: { pt: 'Difere', en: 'Differs' },
  noFacts: {
    pt: 'Este tipo de caso não compara valores.',
    en: 'This kind of case compares no values.',
  },
  oursNow: { pt: 'Nossos livros agora', en: 'Our books now' },
  oursAbsent: {
    pt: 'Nada nosso corresponde a este caso.',
    en: 'Nothing of ours corresponds to this case.',
  },
  lineOfFile: { pt: 'Linha do arquivo', en: 'Line of the file' },
  lineAbsent: {
    pt: 'O caso não vem de uma linha de arquivo.',
    en: 'The case does not come from a line of a file.',
  },
  file: {
    pt: (sequence: number) => `Arquivo ${sequence}`,
    en: (sequence: number) => `File ${sequence}`,
  },
  place: {
    pt: (sequence: number, line: number) => `Arquivo ${sequence}, linha ${line}`,
    en: (sequence: number, line: number) => `File ${sequence}, line ${line}`,
  },
  fileOf: { pt: 'Vem de', en: 'Comes from' },
  waysTitle: { pt: 'Como este caso se encerra', en: 'How this case closes' },
  wayAgreed: {
    pt: 'Sozinho: quando os dois lados conferirem. Cada leitura compara de novo.',
    en: 'By itself: when both sides agree. Each reading compares them again.',
  },
  wayPerson: {
    pt: 'Por você, com um motivo: os livros não mudam. A mesma diferença não abre outro caso; uma diferente abre.',
    en: 'By you, with a reason: the books do not change. The same difference opens no other case; a different one does.',
  },
  wayCorrect: {
    pt: 'Se os nossos livros estão errados: corrija os livros primeiro, e encerre depois.',
    en: 'If our books are wrong: correct the books first, and close the case afterwards.',
  },
  toCorrections: { pt: 'Ir para as correções', en: 'Go to the corrections' },
  close: { pt: 'Encerrar o caso', en: 'Close the case' },
  closeTitle: { pt: 'Encerrar o caso?', en: 'Close the case?' },
  closeText: {
    pt: 'Nenhum dinheiro se move e os livros não mudam. Um caso encerrado não reabre.',
    en: 'No money moves, and the books do not change. A closed case does not open again.',
  },
  reason: { pt: 'O que se descobriu e o que foi feito', en: 'What was found and what was done' },
  reasonHint: {
    pt: 'Fica no caso e no registro de auditoria.',
    en: 'It stays in the case and in the audit log.',
  },
  reasonNeeded: { pt: 'Escreva o motivo.', en: 'Write the reason.' },
  closed: { pt: 'Caso encerrado.', en: 'Case closed.' },
  mayNotClose: {
    pt: 'O seu papel não encerra casos.',
    en: 'Your role does not close cases.',
  },
  resolution: { pt: 'Como se encerrou', en: 'How it closed' },
  agreed: { pt: 'Os dois lados agora conferem.', en: 'Both sides agree now.' },
  earlier: { pt: 'Casos anteriores', en: 'Earlier cases' },
  earlierLead: {
    pt: 'Do mesmo assunto, quando a diferença era outra.',
    en: 'Of the same subject, when the difference was another one.',
  },
  runNow: { pt: 'Conciliar agora', en: 'Reconcile now' },
  runTitle: { pt: 'Ler os arquivos de um provedor', en: 'Read the files of a provider' },
  runText: {
    pt: 'O worker lê a cada hora. Aqui você lê agora; um arquivo já lido não é lido de novo.',
    en: 'The worker reads every hour. Here you read now; a file that was read is not read again.',
  },
  runDone: {
    pt: (files: number, opened: number) => `Arquivos lidos: ${files}. Casos abertos: ${opened}.`,
    en: (files: number, opened: number) => `Files read: ${files}. Cases opened: ${opened}.`,
  },
  runAgain: {
    pt: 'Há mais arquivos: concilie de novo, ou espere o worker.',
    en: 'There are more files: reconcile again, or wait for the worker.',
  },
  day: { pt: 'Dia', en: 'Day' },
  fileName: { pt: 'Nome', en: 'Name' },
  sequence: { pt: 'Número', en: 'Number' },
  lines: { pt: 'Linhas', en: 'Lines' },
  readAt: { pt: 'Lido', en: 'Read' },
  noFilesTitle: { pt: 'Nenhum arquivo ainda', en: 'No files yet' },
  noFilesText: {
    pt: 'Os provedores publicam um arquivo por dia. Ele aparece aqui quando for lido.',
    en: 'The providers publish one file a day. It appears here when it was read.',
  },
})
