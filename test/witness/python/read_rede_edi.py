"""rede-edi reads the files that the sandbox's Rede writes (test/vectors/rede-edi)."""

import os
from pathlib import Path

from calls import call, faulty
from rede.eefi import Eefi
from rede.eevc import Eevc

folder = Path(os.environ["EDI_FOLDER"])


def records(reader, name):
    path = folder / name
    lines = path.read_text(encoding="latin-1").splitlines()
    read = [reader(str(path)).get_line_data(line) for line in lines]
    assert all(read), [line[:3] for line, each in zip(lines, read) if not each]
    return read


def of(read, kind):
    return [each for each in read if each["DS_TIPO_REGISTRO"] == kind]


def sales():
    read = records(Eevc, "EEVC.TXT")
    (header,) = of(read, "CABECALHO")
    assert header["dt_emissao"] == "10042026"
    assert (header["sequencia_movimento"], header["nro_pv_matriz"]) == ("000007", "010004321")
    (summary,) = of(read, "REGISTRO_RV_ROTATIVO")
    assert (int(summary["vl_bruto"]), int(summary["vl_liquido"])) == (100_00, 98_01)
    assert (summary["dt_credito"], summary["bandeira"]) == ("11052026", "3")
    (slip,) = of(read, "REGISTRO_CVNSU_ROTATIVO")
    assert (int(slip["vl_cvnsu"]), int(slip["vl_desconto"])) == (100_00, 1_99)
    assert (int(slip["nro_cvnsu"]), slip["nro_autorizacao"]) == (1, "A1B2C1")
    assert (slip["status_cvnsu"], slip["sigla_pais"]) == ("000", "BRA")
    (online,) = of(read, "REGISTRO_CVNSU_ROTATIVO_ECOMMERCE")
    assert (online["tid"], online["nro_pedido"]) == ("10000000000000000001", "PEDIDO-1")
    (trailer,) = of(read, "REGISTRO_TRAILER_ARQUIVO")
    assert (int(trailer["qtde_registros"]), int(trailer["qtde_cvnsu_acatados"])) == (len(read), 3)
    assert (int(trailer["vl_total_grupo"]), int(trailer["vl_total_liquido"])) == (170_01, 166_28)


def installments():
    read = records(Eevc, "EEVC.TXT")
    (summary,) = of(read, "REGISTRO_RV_PARCELADO_SEM_JUROS")
    assert (int(summary["qtde_cvnsu"]), int(summary["vl_bruto"])) == (2, 70_01)
    first, second = of(read, "REGISTRO_CVNSU_PARCELADO_SEM_JUROS")
    assert (first["nro_parcelas"], int(first["vl_cvnsu"])) == ("02", 50_01)
    assert int(first["vl_liquido_primeira_parcela"]) == 24_39
    assert int(first["vl_liquido_demais_parcelas"]) == 24_38
    assert int(second["vl_liquido_cvnsu"]) == 19_50
    dues = of(read, "REGISTRO_PARCELADO_SEM_JUROS")
    assert [each["dt_credito"] for each in dues] == ["11052026", "08062026"]
    assert [int(each["vl_parcela_liquida"]) for each in dues] == [34_14, 34_13]


def payments():
    read = records(Eefi, "EEFI.TXT")
    (credit,) = of(read, "CREDITOS")
    assert (credit["DT_LANCAMENTO"], int(credit["VL_LANCAMENTO"])) == ("09042026", 98_01)
    assert (credit["NRO_PARCELA_TOTAL"], credit["STATUS_CREDITO"]) == ("01/01", "06")
    (trailer,) = of(read, "TRAILER_ARQUIVO")
    assert int(trailer["QTDE_REGISTROS_ARQUIVO"]) == len(read)
    assert int(trailer["VL_TOTAL_CREDITOS_NORMAIS"]) == 98_01
    assert int(trailer["VL_TOTAL_AJUSTES_DEBITO"]) == 80_01


def debits():
    read = records(Eefi, "EEFI.TXT")
    cancel, claim = of(read, "AJUSTES_NET")
    assert (cancel["DESC_MOTIVO_AJUSTE"], int(cancel["VL_AJUSTE"])) == ("CANCELAMENTO DE VENDA", 30_00)
    assert cancel["NRO_REFERENCIA_CARTA_FAX"] == "000000001"
    assert claim["DESC_MOTIVO_AJUSTE"] == "CHARGEBACK"
    online = of(read, "AJUSTES_NET_ECOMMERCE")
    assert [each["TID"][-1] for each in online] == ["1", "2"]


def requested_cancel():
    cancel, _claim = of(records(Eefi, "EEFI.TXT"), "AJUSTES_NET")
    assert int(cancel["VL_CANCELAMENTO_SOLICITADO"]) == 30_00, cancel["VL_CANCELAMENTO_SOLICITADO"]


call("EEVC: a sale at once, with its tid and order", sales)
call("EEVC: sales in installments and their days", installments)
call("EEFI: a payment", payments)
call("EEFI: a cancel and a claim, with their tids", debits)
faulty(
    "EEFI: the amount of a requested cancel",
    "its names of the fields of a debit lack the day of the sales summary, so those after it are one field off",
    "`rede/eefi/models/AjustesNet.py`: 30 names for 31 fields",
    requested_cancel,
)
