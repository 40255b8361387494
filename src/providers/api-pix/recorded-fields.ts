/** The fields of API Pix that a recording keeps. Those of payers are not among them. */
export const pixRecordedFields: readonly string[] = [
  ...['txid', 'status', 'chave', 'criacao', 'expiracao', 'original', 'revisao', 'location'],
  ...['pixCopiaECola', 'endToEndId', 'valor', 'horario', 'id', 'rtrId', 'natureza', 'tipoCob'],
  ...['solicitacao', 'liquidacao', 'inicio', 'fim', 'devolucaoPresente', 'paginaAtual'],
  ...['itensPorPagina', 'quantidadeDePaginas', 'quantidadeTotalDeItens'],
  ...['paginacao.paginaAtual', 'paginacao.itensPorPagina', 'modalidadeAlteracao'],
  ...['type', 'title', '/nome', 'error'],
]
