import { texts } from '../text/text.ts'

export const partTexts = texts({
  retry: { pt: 'Tentar de novo', en: 'Try again' },
  failedTitle: { pt: 'Não deu certo', en: 'This did not work' },
  noConnection: {
    pt: 'O gateway não respondeu. Confira a rede e tente de novo; repetir é seguro.',
    en: 'The gateway did not answer. Check the network and try again; repeating is safe.',
  },
  bug: {
    pt: 'A página encontrou um erro dela mesma. Recarregue; se continuar, avise o operador.',
    en: 'The page met an error of its own. Reload it; if it stays, tell the operator.',
  },
  request: { pt: (id: string) => `Pedido ${id}`, en: (id: string) => `Request ${id}` },
  whatToDo: { pt: 'O que fazer', en: 'What to do' },
  copy: { pt: 'Copiar', en: 'Copy' },
  copied: { pt: 'Copiado', en: 'Copied' },
  more: { pt: 'Mostrar mais', en: 'Show more' },
  newRows: {
    pt: (count: number) => (count === 1 ? '1 novo: mostrar' : `${count} novos: mostrar`),
    en: (count: number) => `${count} new: show`,
  },
  cancel: { pt: 'Cancelar', en: 'Cancel' },
  close: { pt: 'Fechar', en: 'Close' },
  loading: { pt: 'Carregando', en: 'Loading' },
  proofTitle: { pt: 'Confirme que é você', en: 'Confirm that it is you' },
  proofText: {
    pt: 'Esta mudança pede o segundo fator. Ele vale por dez minutos.',
    en: 'This change needs the second factor. It holds for ten minutes.',
  },
  code: { pt: 'Código de seis algarismos', en: 'Six-digit code' },
  password: { pt: 'Senha', en: 'Password' },
  confirm: { pt: 'Confirmar', en: 'Confirm' },
  none: { pt: 'Nenhum', en: 'None' },
  period: { pt: 'Período', en: 'Period' },
  anyDay: { pt: 'Qualquer dia', en: 'Any day' },
  clearFilters: { pt: 'Limpar filtros', en: 'Clear filters' },
  noMatch: { pt: 'Nada com estes filtros', en: 'Nothing matches these filters' },
  noMatchText: {
    pt: 'Mude ou limpe os filtros para ver mais.',
    en: 'Change or clear the filters to see more.',
  },
})
