"""A client of API Pix with the profiles of four banks, each against the sandbox in its part."""

import json
import os
import uuid
from datetime import datetime, timedelta, timezone

from calls import call, faulty
from pypix_api.auth.oauth2 import OAuth2Client
from pypix_api.banks.bb import BBPixAPI
from pypix_api.banks.inter import InterPixAPI
from pypix_api.banks.sicoob import SicoobPixAPI
from pypix_api.banks.sicredi import SicrediPixAPI
from pypix_api.exceptions import PixRecursoNaoEncontradoException

banks = json.loads(os.environ["BANKS"])
classes = {
    "banco-do-brasil": BBPixAPI,
    "inter": InterPixAPI,
    "sicoob": SicoobPixAPI,
    "sicredi": SicrediPixAPI,
}
now = datetime.now(timezone.utc)
start = (now - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
end = (now + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
due_date = (now + timedelta(days=9)).strftime("%Y-%m-%d")
usual = "lotecobv.write lotecobv.read payloadlocation.write payloadlocation.read cobv.write cobv.read cob.write cob.read pix.write pix.read webhook.write webhook.read"


def client(name, bank):
    oauth = OAuth2Client(
        token_url=bank["tokenUrl"],
        client_id=bank["clientId"],
        client_secret=bank.get("clientSecret"),
        cert=bank["certificate"],
        pvk=bank["privateKey"],
        client_auth="body" if name == "inter" else "basic",
    )
    oauth.session.verify = bank["ca"]
    oauth.session.trust_env = False  # Else the authorities of the environment replace this one.

    class Played(classes[name]):
        BASE_URL = bank["baseUrl"]
        TOKEN_URL = bank["tokenUrl"]

    options = {"scopes": bank.get("scopes", usual)}
    if name == "inter":
        options["conta_corrente"] = bank["accountNumber"]
    return Played(oauth, **options)


def not_found(act):
    try:
        act()
    except PixRecursoNaoEncontradoException:
        return
    raise AssertionError("found")


def speak(name, bank):
    api = client(name, bank)
    txid = uuid.uuid4().hex
    body = {
        "calendario": {"expiracao": 600},
        "valor": {"original": "37.00"},
        "chave": bank["chave"],
    }
    if name == "banco-do-brasil":
        faulty(
            f"{name}: charge without the application key",
            "sends no `gw-dev-app-key`, which the bank asks for in every call",
            "docs/design/providers/api-pix.md#banks",
            lambda: api.criar_cob(txid, body),
        )
        api.session.params = {"gw-dev-app-key": bank["appKey"]}
    created = call(f"{name}: create a charge", lambda: api.criar_cob(txid, body))
    assert created["status"] == "ATIVA"
    call(f"{name}: query it", lambda: api.consultar_cob(txid))
    call(f"{name}: an unknown one is 404", lambda: not_found(lambda: api.consultar_cob(uuid.uuid4().hex)))
    removal = {"status": "REMOVIDA_PELO_USUARIO_RECEBEDOR"}
    call(f"{name}: remove it", lambda: api.revisar_cob(txid, removal))
    call(f"{name}: list charges", lambda: api.consultar_cobs(start, end)["cobs"][0])
    due_txid = uuid.uuid4().hex
    due = {
        "calendario": {"dataDeVencimento": due_date, "validadeAposVencimento": 10},
        "devedor": {"cpf": "52998224725", "nome": "Ana Souza"},
        "valor": {"original": "37.00", "multa": {"modalidade": 2, "valorPerc": "2.00"}},
        "chave": bank["chave"],
    }
    created = call(f"{name}: create a charge with a due date", lambda: api.criar_cobv(due_txid, due))
    assert created["valor"]["multa"] == due["valor"]["multa"]
    found = call(f"{name}: query the due charge", lambda: api.consultar_cobv(due_txid))
    assert found["calendario"]["dataDeVencimento"] == due_date
    call(f"{name}: list due charges", lambda: api.listar_cobv(start, end)["cobs"][0])
    location = call(f"{name}: create a location", lambda: api.criar_location("cobv"))
    call(f"{name}: query it", lambda: api.consultar_location(location["id"]))
    call(f"{name}: list locations", lambda: api.listar_locations(start, end)["loc"][0])
    call(f"{name}: unlink a location", lambda: api.desvincular_txid_location(created["loc"]["id"]))
    batch = {"descricao": "Mensalidades", "cobsv": [{"txid": uuid.uuid4().hex, **due}]}
    batch_id = uuid.uuid4().hex
    call(f"{name}: create a batch", lambda: api.criar_lote_cobv(batch_id, batch))
    found = call(f"{name}: query the batch", lambda: api.consultar_lote_cobv(batch_id))
    assert found["cobsv"][0]["status"] == "EM_PROCESSAMENTO"
    call(f"{name}: list batches", lambda: api.listar_lotes_cobv(start, end)["lotes"][0])
    call(f"{name}: remove the due charge", lambda: api.revisar_cobv(due_txid, removal))
    call(f"{name}: query a payment", lambda: api.consultar_pix_por_e2eid(bank["endToEndId"]))
    refund = (bank["endToEndId"], uuid.uuid4().hex)
    call(f"{name}: refund it", lambda: api.solicitar_devolucao_pix(*refund, {"valor": "1.00"}))
    call(f"{name}: query the refund", lambda: api.consultar_devolucao_pix(*refund))
    if name != "sicredi":
        address = "https://pagamentos.exemplo.com.br/callbacks/segredo"
        call(f"{name}: set the webhook", lambda: api.configurar_webhook(bank["chave"], address))
        call(f"{name}: read the webhook", lambda: api.consultar_webhook(bank["chave"]))


for each in banks.items():
    speak(*each)
