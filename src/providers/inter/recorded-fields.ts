/** The fields of Inter that a recording keeps. Those of the payer are not among them. */
export const interRecordedFields: readonly string[] = [
  ...['codigoSolicitacao', 'seuNumero', 'nossoNumero', 'valorNominal', 'valorTotalRecebido'],
  ...['dataEmissao', 'dataVencimento', 'dataSituacao', 'dataInicial', 'dataFinal'],
  ...['situacao', 'tipoCobranca', 'origemRecebimento', 'motivoCancelamento', 'arquivada'],
  ...['numDiasAgenda', 'codigoBarras', 'linhaDigitavel', 'txid', 'pixCopiaECola'],
  ...['filtrarDataPor', 'ordenarPor', 'tipoOrdenacao', 'tipoPessoa', 'criacao', 'atualizacao'],
  ...['paginacao.itensPorPagina', 'paginacao.paginaAtual', 'totalPaginas', 'totalElementos'],
  ...['tamanhoPagina', 'primeiraPagina', 'ultimaPagina', 'numeroDeElementos'],
  ...['status', 'title', 'propriedade', 'error'],
]
