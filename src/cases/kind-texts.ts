import type { CaseKind } from './case.ts'

/** The explanation of a kind and the next step, for operators. */
export interface KindText {
  readonly explanation: string
  readonly nextStep: string
  /** In place of the next step if our object has ended, so that its provider is not queried. */
  readonly nextStepAfterEnd?: string
  /**
   * In place of the next step for a refund that is a cancel at an acquirer. The acquirer counts it
   * by the total of the sale, so a person may make it. Any other refund is sent again.
   */
  readonly nextStepAtAcquirer?: string
}

const queryProvider =
  'Abra um chamado no provedor com a referência da linha e anote a resposta ao encerrar.'
const waits =
  'O provedor já foi consultado. Se em algumas horas o caso não se encerrar sozinho, abra um chamado no provedor.'

/** One entry for every kind. A kind without one does not compile. */
export const kindTexts: Readonly<Record<CaseKind, KindText>> = {
  'file-missing': {
    explanation: 'Falta um arquivo na sequência: os números dos arquivos do provedor pulam este.',
    nextStep:
      'Peça ao provedor que publique o arquivo de novo. O caso se encerra sozinho quando ele for lido.',
  },
  'file-late': {
    explanation:
      'O arquivo do dia não foi publicado até o meio-dia do dia seguinte. Um banco que faz arquivos em dias úteis tem até o meio-dia do dia depois do próximo dia útil.',
    nextStep:
      'Confira se o provedor informou atraso. O caso se encerra sozinho quando o arquivo chegar.',
  },
  'file-broken': {
    explanation:
      'O arquivo existe, mas termina antes do fim, não pôde ser baixado ou aberto ou, se é o retorno de um banco de boletos sem API, não bate com o próprio trailer ou tem mais de mil linhas ilegíveis. Nada dele foi usado.',
    nextStep:
      'Ele é lido de novo a cada hora. Se está em uma pasta, confira se o worker pode lê-lo. Se não é um arquivo do provedor, tire-o da pasta e encerre o caso. Se continuar assim, peça ao provedor que o publique de novo, com o mesmo nome. O caso se encerra sozinho quando o arquivo inteiro for lido.',
  },
  'file-doubled': {
    explanation:
      'O provedor publicou dois arquivos com o mesmo número de sequência. Só o primeiro foi usado.',
    nextStep:
      'Compare os resumos sha256 dos dois. Se forem iguais, encerre o caso; se não, pergunte ao provedor qual vale.',
  },
  'header-differs': {
    explanation:
      'O cabeçalho não combina com os outros arquivos do provedor: outro lojista, data fora de ordem ou layout desconhecido. O arquivo não foi usado.',
    nextStep:
      'Confira se a configuração aponta para o lojista certo e peça ao provedor o arquivo correto.',
  },
  'trailer-differs': {
    explanation:
      'O trailer do arquivo não bate com as próprias linhas: quantidade, soma das vendas ou soma dos líquidos.',
    nextStep:
      'Trate o arquivo como suspeito: peça ao provedor uma nova versão e confira os outros casos deste arquivo.',
  },
  'row-unreadable': {
    explanation:
      'Uma linha do arquivo não pôde ser lida e não foi comparada. Se ela é do retorno de um banco de boletos sem API, o boleto dela continua como estava.',
    nextStep:
      'Veja o problema indicado e peça a linha corrigida ao provedor. Para um boleto, confira no banco se foi pago e peça que ele venha em outro retorno, com outro número: o mesmo arquivo não é lido de novo.',
  },
  'adjustment-unexplained': {
    explanation:
      'O provedor cobrou ou creditou um valor por conta própria. Nossos livros não têm nada a respeito.',
    nextStep:
      'Confira o contrato e a fatura do provedor. Se for devido, registre e encerre; se não, conteste.',
  },
  'sale-unknown': {
    explanation: 'O arquivo traz uma venda com uma referência que nunca demos.',
    nextStep:
      'Pode ser venda feita fora do gateway ou de outro lojista. Localize-a no portal do provedor antes de encerrar.',
  },
  'sale-doubled': {
    explanation:
      'O arquivo traz a mesma referência mais de uma vez: linha repetida, ou cobrança feita duas vezes.',
    nextStep:
      'Se os números do provedor forem diferentes, o pagador foi cobrado duas vezes: devolva no provedor a cobrança que não é a da venda.',
  },
  'sale-amount-differs': {
    explanation: 'A venda está no arquivo com outro valor.',
    nextStep: queryProvider,
  },
  'sale-installments-differ': {
    explanation: 'A venda está no arquivo com outro número de parcelas.',
    nextStep: queryProvider,
  },
  'sale-status-differs': {
    explanation: 'O arquivo diz que a venda foi paga; aqui ela aguarda, foi recusada ou cancelada.',
    nextStep: waits,
    nextStepAfterEnd:
      'Nada foi consultado: a venda foi recusada aqui e nada foi creditado. Se o banco confirmar o pagamento, devolva o valor ao pagador e anote-o ao encerrar.',
  },
  'sale-missing-in-file': {
    explanation: 'A venda está paga aqui e não está em nenhum arquivo do provedor.',
    nextStep:
      'Consulte a venda no provedor. Se ele não a tiver, o dinheiro não virá: trate com o lojista antes da liberação.',
  },
  'installment-unknown': {
    explanation:
      'O arquivo traz uma parcela de uma venda que não está nos arquivos, ou além das parcelas dela.',
    nextStep: queryProvider,
  },
  'installment-doubled': {
    explanation: 'A mesma parcela está no arquivo mais de uma vez.',
    nextStep: 'Confira se o provedor vai pagá-la duas vezes e peça a correção.',
  },
  'installment-missing': {
    explanation: 'Falta no arquivo uma parcela desta venda.',
    nextStep: queryProvider,
  },
  'installment-amount-differs': {
    explanation: 'O valor da parcela não é o que resulta de dividir a venda.',
    nextStep: queryProvider,
  },
  'installment-date-differs': {
    explanation: 'A data da parcela não é a esperada: 30 dias por parcela, no dia útil seguinte.',
    nextStep:
      'Confira se há antecipação ou feriado combinado com o provedor; se não, peça a correção.',
  },
  'payment-sum-differs': {
    explanation:
      'O que o provedor diz ter pago no dia não é a soma dos líquidos das parcelas que venciam.',
    nextStep: 'Compare com o extrato bancário do dia e cobre a diferença do provedor.',
  },
  'refund-unknown': {
    explanation: 'O arquivo traz uma devolução que não pedimos.',
    nextStep:
      'Pode ter sido feita no portal do provedor. Confirme quem pediu e registre-a, ou conteste.',
  },
  'refund-amount-differs': {
    explanation: 'A devolução está no arquivo com outro valor.',
    nextStep: queryProvider,
  },
  'refund-status-differs': {
    explanation: 'O arquivo diz que a devolução foi feita; aqui ela está em andamento ou falhou.',
    nextStep: waits,
    nextStepAfterEnd:
      'Nada foi consultado: a devolução falhou aqui e o lojista já tem o valor de volta. Se o provedor confirmar que o pagador recebeu, debite o lojista com "guiche ledger correct" e anote-o ao encerrar.',
  },
  'refund-missing-in-file': {
    explanation: 'A devolução está concluída aqui e não está em nenhum arquivo do provedor.',
    nextStep: 'Consulte a devolução no provedor: o pagador pode não ter recebido.',
  },
  'dispute-unknown': {
    explanation: 'O arquivo traz uma disputa que não conhecemos.',
    nextStep: waits,
  },
  'dispute-amount-differs': {
    explanation: 'O valor que a disputa levou é um nos arquivos e outro nos nossos livros.',
    nextStep:
      'Confira o caso no provedor. Se a venda já tinha sido devolvida, o pagador recebeu duas vezes: conteste.',
  },
  'dispute-missing-in-file': {
    explanation: 'A disputa foi perdida aqui e os arquivos não mostram o dinheiro saindo.',
    nextStep: queryProvider,
  },
  'payout-unknown': {
    explanation: 'O banco diz que enviou, ou recebeu de volta, um PIX que não pedimos.',
    nextStep: 'Urgente: confira quem tem acesso à conta e às credenciais. Fale com o banco.',
  },
  'payout-doubled': {
    explanation: 'O mesmo envio está no arquivo mais de uma vez.',
    nextStep:
      'Confira no extrato se o banco enviou duas vezes. Se sim, peça a devolução do segundo.',
  },
  'payout-amount-differs': {
    explanation: 'O envio está no arquivo com outro valor.',
    nextStep: queryProvider,
  },
  'payout-status-differs': {
    explanation:
      'O banco diz que o envio chegou; aqui ele está em andamento, falhou ou foi cancelado.',
    nextStep: waits,
    nextStepAfterEnd:
      'Nada foi consultado: o envio terminou aqui e o lojista já tem o valor de volta. Se o banco confirmar que o valor chegou e não voltou, debite o lojista com "guiche ledger correct" e anote-o ao encerrar.',
  },
  'payout-missing-in-file': {
    explanation: 'O envio está concluído aqui e não está em nenhum arquivo do banco.',
    nextStep: 'Consulte o envio no banco pelo identificador: o recebedor pode não ter recebido.',
  },
  'payout-return-differs': {
    explanation:
      'O valor que voltou de um envio é um nos arquivos do banco e outro nos nossos livros.',
    nextStep: waits,
  },
  'sale-unresolved': {
    explanation:
      'Há sete dias a adquirente não informa se esta venda foi feita. Ela continua aguardando.',
    nextStep:
      'Procure a venda no portal da adquirente pela referência e peça que ela responda à consulta.',
  },
  'sale-charged-twice': {
    explanation:
      'A adquirente cobrou duas vezes sob o mesmo pedido, e a segunda cobrança não pôde ser cancelada.',
    nextStep: 'Cancele a segunda venda no portal da adquirente.',
  },
  'sale-approved-late': {
    explanation:
      'A adquirente aprovou uma venda depois da recusa final, e o cancelamento não foi confirmado. O dinheiro está em orphan-funds.',
    nextStep:
      'Cancele a venda no portal da adquirente. O caso se encerra sozinho quando o cancelamento for confirmado.',
  },
  'authorization-unresolved': {
    explanation:
      'Há sete dias a adquirente não informa se esta venda autorizada foi capturada ou cancelada. Ela continua autorizada.',
    nextStep:
      'Procure a venda no portal da adquirente pela referência. Se foi capturada ou cancelada lá, peça que a adquirente responda à consulta: o caso se encerra sozinho quando ela responder.',
  },
  'sale-void-unexplained': {
    explanation:
      'A venda está paga aqui, e a adquirente a cancelou por inteiro. As devoluções dela não explicam o cancelamento.',
    nextStep:
      'O dinheiro desta venda não virá. Confira no portal da adquirente quem a cancelou e avise o lojista. Uma devolução do que resta dela acerta os livros: o pagador não recebe duas vezes.',
  },
  'arrival-amount-differs': {
    explanation:
      'Uma cobrança foi paga ou uma venda no cartão foi capturada com outro valor, ou parte do pagamento já tinha voltado. Nada foi creditado.',
    nextStep:
      'Combine com o lojista e devolva o valor no banco (no PIX, devolução com o EndToEndId, em até 90 dias) ou cancele a venda no portal da adquirente, ou registre o acordo ao encerrar.',
  },
  'arrival-doubled': {
    explanation:
      'Uma cobrança PIX foi paga mais de uma vez. Este outro pagamento está na conta e não foi creditado.',
    nextStep:
      'Devolva-o no banco ao pagador (devolução do PIX com este EndToEndId, até 90 dias depois do pagamento) e anote o id da devolução ao encerrar.',
  },
  'charge-unresolved': {
    explanation:
      'Há sete dias o banco não informa se esta cobrança vencida foi paga. Ela continua aguardando.',
    nextStep: 'Procure a cobrança no banco pela referência e peça que ele responda à consulta.',
  },
  'boleto-unconfirmed': {
    explanation:
      'Há mais de três dias úteis o banco não confirma o registro deste boleto nem o rejeita.',
    nextStep:
      'Confira se a remessa chegou ao banco e se os retornos estão na pasta. Se o banco recusou a remessa inteira, o lojista emite outro boleto: este não pode ser pago, e expira sozinho três dias úteis depois do último dia em que o banco o guardaria. Nunca envie o mesmo arquivo com outro número.',
  },
  'boleto-not-written': {
    explanation:
      'Uma instrução sobre este boleto não pôde ser escrita na remessa, como a de um pagador sem endereço. O banco não a recebeu.',
    nextStep:
      'Corrija as configurações do provedor, como payerAddress: o gateway tenta de novo, o registro depois de uma hora e a baixa em até um dia. O caso se encerra sozinho quando esta instrução estiver na pasta, ou quando o boleto for pago ou baixado.',
  },
  'boleto-instruction-rejected': {
    explanation:
      'O banco rejeitou uma instrução sobre este boleto, como a baixa. O boleto continua como estava.',
    nextStep:
      'Se a baixa ainda vale, cancele o pagamento de novo: ela vai em outro arquivo. Ou dê a instrução pelo canal do banco. O caso se encerra sozinho quando o boleto for pago ou baixado.',
  },
  'refund-unresolved': {
    explanation:
      'Há sete dias o provedor não informa o resultado desta devolução. O valor continua bloqueado.',
    nextStep:
      'Nunca devolva nem pague este valor à mão: o pagador receberia duas vezes. Procure a devolução no banco pelo identificador. Se ela é um envio a uma chave e espera lá, aprove-o ou cancele-o no banco: em até seis horas o resultado é visto e o caso se encerra. Se o banco não a tem, ela é enviada de novo com o mesmo identificador: pergunte ao banco por que não a aceita (credenciais, saldo, conta) e confira se a conta não está suspensa e se os saques não estão parados.',
    nextStepAtAcquirer:
      'Procure-a no provedor pela referência. Se a adquirente nunca a recebeu, cancele este valor no portal dela: em até seis horas a devolução se conclui e o caso se encerra.',
  },
  'payout-unresolved': {
    explanation:
      'Há sete dias o banco não informa o resultado deste envio. O valor continua bloqueado.',
    nextStep:
      'Procure o envio no banco pelo identificador. Se ele espera lá, aprove-o ou cancele-o no banco: em até seis horas o resultado é visto e o caso se encerra. Se o banco não o tem, ele é enviado de novo com o mesmo identificador. Nunca o envie com outro.',
  },
  'payout-answer-differs': {
    explanation:
      'O banco informou outro valor ou outro recebedor para este envio, ou o contrário do que já tinha informado, ou devolveu mais do que foi enviado.',
    nextStep:
      'Se o banco pagou outro recebedor, o saque está concluído e o dinheiro saiu. Nos outros casos nada foi alterado nos livros. Esclareça com o banco e anote a resposta ao encerrar.',
  },
  'refund-answer-differs': {
    explanation:
      'O provedor informou outro valor para esta devolução, ou o contrário do que já tinha informado, ou devolveu mais do que foi enviado.',
    nextStep:
      'Nada foi alterado nos livros. Esclareça com o provedor e anote a resposta ao encerrar.',
  },
  'claim-not-taken': {
    explanation:
      'O provedor informou uma disputa que não combina com os nossos pagamentos ou que não pôde ser lida.',
    nextStep: 'Confira o caso no portal do provedor, pelo número. O prazo de resposta corre lá.',
  },
  'dispute-answer-unresolved': {
    explanation:
      'Há sete dias o provedor não confirma que recebeu a resposta a esta disputa. Ela é enviada de novo a cada seis horas até o prazo.',
    nextStep:
      'Confira o caso no portal do provedor, pelo número. Se a resposta não estiver lá, dê-a no portal antes do prazo. O caso se encerra sozinho quando o provedor a tiver ou decidir a disputa.',
  },
  'credentials-refused': {
    explanation:
      'Neste dia a adquirente recusou as nossas credenciais ou a configuração da conta. Nenhuma destas vendas foi tentada, e nenhum cartão foi recusado.',
    nextStep:
      'Corrija as configurações do provedor com "guiche providers set" e encerre o caso. As lojas repetem as vendas com outra Idempotency-Key.',
  },
  'restore-unmatched': {
    explanation:
      'Depois de uma restauração o provedor tem um registro que os livros perderam e que não foi possível devolver sozinho a uma conta.',
    nextStep:
      'Ache a conta pelo final da referência (os últimos dígitos do id da conta: seis em venda de cartão, oito em PIX) ou com a loja. Lance o valor com "guiche ledger correct" e anote ao encerrar.',
  },
}
