"""brbank issues, queries and cancels boletos at the sandbox's Inter, and reads its notices."""

import asyncio
import json
import os
import ssl
import threading
import uuid
from datetime import date, timedelta
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue

import httpx
from brbank.adapters.inter import InterAdapter, InterConfig
from brbank.erros import Validacao
from brbank.modelos import Endereco, Pessoa, Titulo
from brbank.status import StatusCanonico
from calls import call, faulty

bank = json.loads(os.environ["INTER"])
loop = asyncio.new_event_loop()
run = loop.run_until_complete


class Config(InterConfig):
    url_base = bank["baseUrl"].removesuffix("/cobranca/v3")


context = ssl.create_default_context(cafile=bank["ca"])
context.load_cert_chain(bank["certificate"], bank["privateKey"])
client = httpx.AsyncClient(verify=context, trust_env=False)
config = Config(
    conta="guiche",
    client_id=bank["clientId"],
    client_secret=bank["clientSecret"],
    conta_corrente=bank["accountNumber"],
)
adapter = InterAdapter(config, client=client)
payer = Pessoa(
    nome="Ana Souza",
    documento="52998224725",
    endereco=Endereco(
        logradouro="Avenida Paulista",
        numero="1578",
        bairro="Bela Vista",
        cidade="São Paulo",
        uf="SP",
        cep="01310-200",
    ),
)


def title(**changes):
    return Titulo(
        **{
            "chave_idempotencia": uuid.uuid4().hex,
            "seu_numero": uuid.uuid4().hex[:15],
            "valor": Decimal("150.00"),
            "vencimento": date.today() + timedelta(days=9),
            "pagador": payer,
            "mensagens": ("Mensalidade de dezembro",),
            **changes,
        }
    )


def issued(each):
    code = run(adapter.registrar_titulo(each)).id_banco
    found = run(adapter.consultar_titulo(code))
    assert found.status is StatusCanonico.PENDENTE_REGISTRO, found
    found = run(adapter.consultar_titulo(code))
    assert found.status is StatusCanonico.REGISTRADO, found
    assert (len(found.codigo_barras), len(found.linha_digitavel)) == (44, 47)
    assert found.seu_numero == each.seu_numero and found.pix_copia_cola
    return found


def refused(each):
    try:
        run(adapter.registrar_titulo(each))
    except Validacao as error:
        assert error.status_http == 400
        return
    raise AssertionError("not refused")


notices = Queue()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        notices.put(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()


def listen():
    address = {"webhookUrl": f"http://127.0.0.1:{server.server_port}/callbacks/segredo"}
    path = "cobranca/v3/cobrancas/webhook"
    options = {"escopo": "cobranca_add", "cabecalhos": adapter._cabecalhos()}
    run(adapter._transporte.requisitar("PUT", path, operacao="webhook", json=address, **options))


def pay(found):
    answer = httpx.post(f"{os.environ['CONTROL']}/pay", json={"code": found.linha_digitavel}, trust_env=False)
    assert answer.status_code == 200, answer.text
    while True:
        for event in adapter.parse_webhook(notices.get(timeout=20)):
            if event.referencia == found.id_banco and event.tipo is StatusCanonico.LIQUIDADO:
                assert event.valor_pago == Decimal("150.00")
                return


def paid(found):
    again = run(adapter.consultar_titulo(found.id_banco))
    assert again.status is StatusCanonico.LIQUIDADO
    assert again.valor_pago == Decimal("150.00") and again.data_pagamento is not None


first = title()
found = call("issue a boleto, and query it until it has its codes", lambda: issued(first))
call("a repeat within 30 minutes is refused", lambda: refused(first))
call("set the address of notices", listen)
call("a payment is notified", lambda: pay(found))
call("query the paid boleto", lambda: paid(found))
open_one = call("issue another boleto", lambda: issued(title()))
faulty(
    "cancel",
    "requires JSON (`Accept: application/json`) of a response that has no body: 406",
    "docs/design/providers/inter.md#access",
    lambda: run(adapter.baixar_titulo(open_one.id_banco)),
)
account = adapter._cabecalhos()
adapter._cabecalhos = lambda: {**account, "Accept": "*/*"}
call("cancel, without requiring JSON", lambda: run(adapter.baixar_titulo(open_one.id_banco)))


def cancelled():
    assert run(adapter.consultar_titulo(open_one.id_banco)).status is StatusCanonico.BAIXADO


call("query the canceled boleto", cancelled)
run(adapter.aclose())
server.shutdown()
