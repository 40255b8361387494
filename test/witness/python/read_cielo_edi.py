"""cielo-edi reads the files that the sandbox's Cielo writes (test/vectors/cielo-edi)."""

import os
from decimal import Decimal
from pathlib import Path

from calls import call
from cielo_edi import CieloEDIParser

folder = Path(os.environ["EDI_FOLDER"])


def read(name, option, units, entries):
    result = CieloEDIParser().processar(folder / name)
    assert result.linhas_nao_processadas == [], result.linhas_nao_processadas
    assert result.tipo_arquivo == option
    assert result.header.versao_layout == "015"
    assert str(result.header.periodo_final) == "2026-04-09"
    assert (len(result.ur_agenda), len(result.detalhes)) == (units, entries)
    assert result.trailer.quantidade_registro_e == entries
    assert result.trailer.total_registros == units + entries
    return result


def sales():
    result = read("CIELO03.TXT", "03", 6, 6)
    first = next(each for each in result.detalhes if each.tid.endswith("1") and each.tipo_lancamento == "02")
    assert first.tipo_lancamento_descricao == "Venda crédito"
    assert first.valor_total_venda == Decimal("100.00")
    assert first.valor_liquido_venda == Decimal("98.01")
    assert first.valor_comissao == Decimal("1.99")
    assert (first.nsu_doc, first.codigo_autorizacao) == ("000001", "A1B2C3")
    assert str(first.data_captura) == "2026-04-09"
    assert first.bandeira_liquidacao_descricao == "Visa"
    parts = [each for each in result.detalhes if each.tipo_lancamento == "03"]
    assert [(each.parcela, each.numero_total_parcelas) for each in parts] == [(1, 2), (2, 2)]
    assert sum(each.valor_bruto_venda_parcela for each in parts) == Decimal("50.01")
    assert [str(each.data_vencimento_original) for each in parts] == ["2026-05-11", "2026-06-08"]
    kinds = {each.tipo_lancamento: each.sinal_valor_bruto for each in result.detalhes}
    assert (kinds["06"], kinds["08"], kinds["09"]) == ("-", "-", "+")


def payments():
    result = read("CIELO04.TXT", "04", 1, 1)
    (unit,) = result.ur_agenda
    assert unit.status_pagamento_descricao == "Pago"
    assert unit.valor_liquido == Decimal("98.01")
    assert str(unit.data_pagamento) == "2026-04-09"


call("CIELO03: sales, installments, a cancel and claims", sales)
call("CIELO04: a payment", payments)
