/** The fields of Banco do Brasil that a recording keeps. Those of the payer are not among them. */
export const bancoDoBrasilRecordedFields: readonly string[] = [
  ...['numeroConvenio', 'numeroCarteira', 'numeroVariacaoCarteira', 'codigoModalidade', 'numero'],
  ...['numeroTituloCliente', 'numeroTituloBeneficiario', 'numeroTituloCedenteCobranca'],
  ...['dataEmissao', 'dataVencimento', 'dataVencimentoTituloCobranca', 'dataBaixa', 'horarioBaixa'],
  ...['valorOriginal', 'valorOriginalTituloCobranca', 'valorPagoSacado', 'codigoCanalPagamento'],
  ...['codigoEstadoTituloCobranca', 'codigoTipoTitulo', 'codigoAceite', 'indicadorPix'],
  ...['indicadorAceiteTituloVencido', 'indicadorPermissaoRecebimentoParcial'],
  ...['quantidadeDiasProtesto', 'quantidadeDiasNegativacao', 'orgaoNegativador'],
  ...['codigoBarraNumerico', 'linhaDigitavel', 'textoCodigoBarrasTituloCobranca'],
  ...['codigoLinhaDigitavel', 'emv', 'txId', 'timestamp', 'dataRecebimentoTitulo'],
  ...['indicadorSituacao', 'dataInicioMovimento', 'dataFimMovimento', 'indicadorContinuidade'],
  ...['proximoIndice', 'indice', 'carteiraConvenio', 'variacaoCarteiraConvenio'],
  ...['codigo', 'versao', 'ocorrencia', 'statusCode', 'error'],
]
