/** The fields of Efí that a recording keeps. Those of receivers are not among them. */
export const efiRecordedFields: readonly string[] = [
  ...['idEnvio', 'e2eId', 'valor', 'status', 'horario', 'solicitacao', 'liquidacao', 'rtrId', 'id'],
  ...['codigo', 'inicio', 'fim', 'paginaAtual', 'itensPorPagina', 'quantidadeDePaginas'],
  ...['quantidadeTotalDeItens', 'paginacao.paginaAtual', 'paginacao.itensPorPagina'],
  ...['dataMovimento', 'dataSolicitacao', 'pixEnviadoChave', 'pixEnviadoDadosBancarios'],
  ...['tipoCob', 'revisao', 'criacao', 'apresentacao', 'expiracao', 'final', 'original'],
  ...['estornoPixEnviado', 'pixDevolucaoRecebida', 'type', 'title', '/nome', 'error'],
]
