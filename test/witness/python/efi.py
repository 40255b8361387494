"""Efí's SDK, with the key that receives and the account that pays."""

import json
import os
import uuid
from datetime import datetime, timedelta, timezone
from pathlib import Path
from urllib.parse import urlsplit

from calls import call
from efipay import EfiPay
from efipay.constants import Constants

receiving = json.loads(os.environ["RECEIVING"])
paying = json.loads(os.environ["PAYING"])
now = datetime.now(timezone.utc)
day = {
    "inicio": (now - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ"),
    "fim": (now + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ"),
}
chave = {"chave": receiving["chave"]}
payer = {"cpf": "52998224725", "nome": "Ana Souza"}
removal = {"status": "REMOVIDA_PELO_USUARIO_RECEBEDOR"}


def client(bank):
    """The SDK has Efí's address in its code. It reads a certificate and its key from one file."""
    address = urlsplit(bank["baseUrl"])
    Constants.APIS["PIX"]["URL"]["production"] = f"{address.scheme}://{address.netloc}"
    os.environ["REQUESTS_CA_BUNDLE"] = bank["ca"]
    os.environ["no_proxy"] = address.hostname
    pair = Path(f"{bank['certificate']}.pair")
    pair.touch(0o600)
    pair.write_text("\n".join(Path(bank[name]).read_text() for name in ["certificate", "privateKey"]))
    options = {
        "client_id": bank["clientId"],
        "client_secret": bank["clientSecret"],
        "certificate": str(pair),
        "sandbox": False,
    }
    return EfiPay(options)


def shown(title, act, **expected):
    """The SDK returns an error as it returns a result, so each call compares what it got."""

    def compared():
        response = act()
        assert {name: response.get(name) for name in expected} == expected, response
        return response

    return call(title, compared)


def listed(title, act, name, **expected):
    """One entry of the list has the expected values."""

    def found():
        response = act()
        assert any(expected.items() <= each.items() for each in response[name]), response

    call(title, found)


def some_id(name):
    return {name: uuid.uuid4().hex}


def receive(efi):
    one = some_id("txid")
    valor = {"original": "10.50"}
    body = {"calendario": {"expiracao": 3600}, "devedor": payer, "valor": valor, **chave}
    shown("create a charge", lambda: efi.pix_create_charge(params=one, body=body), status="ATIVA")
    shown(
        "the same txid is txid_duplicado",
        lambda: efi.pix_create_charge(params=one, body=body),
        nome="txid_duplicado",
    )
    shown("query it", lambda: efi.pix_detail_charge(params=one), valor=valor)
    shown(
        "an unknown charge is cobranca_nao_encontrada",
        lambda: efi.pix_detail_charge(params=some_id("txid")),
        nome="cobranca_nao_encontrada",
    )
    changed = {"original": "11.00"}
    shown(
        "change its amount",
        lambda: efi.pix_update_charge(params=one, body={"valor": changed}),
        valor=changed,
    )
    shown("remove it", lambda: efi.pix_update_charge(params=one, body=removal), **removal)
    shown(
        "create a charge without a txid",
        lambda: efi.pix_create_immediate_charge(body=body),
        status="ATIVA",
    )
    listed("list charges", lambda: efi.pix_list_charges(params=day), "cobs", **one, **removal)

    due = some_id("txid")
    due_body = {
        "calendario": {
            "dataDeVencimento": (now + timedelta(days=9)).strftime("%Y-%m-%d"),
            "validadeAposVencimento": 10,
        },
        "devedor": payer,
        "valor": {"original": "10.50", "multa": {"modalidade": 2, "valorPerc": "2.00"}},
        **chave,
    }
    created = shown(
        "create a charge with a due date",
        lambda: efi.pix_create_due_charge(params=due, body=due_body),
        valor=due_body["valor"],
    )
    shown("query the due charge", lambda: efi.pix_detail_due_charge(params=due), status="ATIVA")
    listed("list due charges", lambda: efi.pix_list_due_charges(params=day), "cobs", **due)
    place = {"id": created["loc"]["id"]}
    shown("query its location", lambda: efi.pix_detail_location(params=place), **due)
    listed("list locations", lambda: efi.pix_location_list(params=day), "loc", **due)
    shown("unlink the location", lambda: efi.pix_unlink_txid_location(params=place), **place)
    shown(
        "create a location",
        lambda: efi.pix_create_location(body={"tipoCob": "cobv"}),
        tipoCob="cobv",
    )
    shown("remove the due charge", lambda: efi.pix_update_due_charge(params=due, body=removal), **removal)

    batch = some_id("id")
    batch_body = {"descricao": "Mensalidades", "cobsv": [{**some_id("txid"), **due_body}]}
    call("create a batch", lambda: efi.pix_create_due_charge_batch(params=batch, body=batch_body))
    shown(
        "query the batch",
        lambda: efi.pix_detail_due_charge_batch(params=batch),
        descricao="Mensalidades",
    )
    listed("list batches", lambda: efi.pix_list_due_charge_batch(params=day), "lotes", descricao="Mensalidades")

    address = {"webhookUrl": "https://pagamentos.exemplo.com.br/callbacks/segredo"}
    unchecked = {"x-skip-mtls-checking": "true"}
    shown(
        "the webhook with its certificate is refused",
        lambda: efi.pix_config_webhook(params=chave, body=address),
        nome="webhook_invalido",
    )
    call(
        "set the webhook without its certificate",
        lambda: efi.pix_config_webhook(params=chave, body=address, headers=unchecked),
    )
    shown("read the webhook", lambda: efi.pix_detail_webhook(params=chave), **address)
    listed("list webhooks", lambda: efi.pix_list_webhook(params=day), "webhooks", **address)

    paid = {"e2eId": receiving["endToEndId"]}
    received = shown("query a payment", lambda: efi.pix_detail_received(params=paid), valor="10.50")
    its_charge = {"txid": received["txid"]}
    shown("query the paid charge", lambda: efi.pix_detail_charge(params=its_charge), status="CONCLUIDA")
    shown(
        "a paid charge cannot be changed",
        lambda: efi.pix_update_charge(params=its_charge, body={"valor": changed}),
        nome="status_cobranca_invalido",
    )
    refund = {**paid, **some_id("id")}
    shown(
        "refund a part",
        lambda: efi.pix_devolution(params=refund, body={"valor": "1.00"}),
        status="EM_PROCESSAMENTO",
    )
    shown("query the refund", lambda: efi.pix_detail_devolution(params=refund), valor="1.00")
    listed("list payments", lambda: efi.pix_received_list(params=day), "pix", **its_charge)
    shown("list claims", lambda: efi.med_list(params=day), infracoes=[])


def send(efi):
    one = some_id("idEnvio")
    body = {
        "valor": "12.34",
        "pagador": {"chave": paying["chave"], "infoPagador": "Repasse"},
        "favorecido": {"chave": "fulano@exemplo.com.br"},
    }
    sent = shown("send to a key", lambda: efi.pix_send(params=one, body=body), status="EM_PROCESSAMENTO")
    shown(
        "the same idEnvio is id_envio_duplicado",
        lambda: efi.pix_send(params=one, body=body),
        nome="id_envio_duplicado",
    )
    account = {
        "nome": "Ana Souza",
        "cpf": "52998224725",
        "codigoBanco": "18236120",
        "agencia": "0001",
        "conta": "1234567",
        "tipoConta": "cacc",
    }
    to_account = {**body, "favorecido": {"contaBanco": account}}
    shown(
        "send to an account",
        lambda: efi.pix_send(params=some_id("idEnvio"), body=to_account),
        status="EM_PROCESSAMENTO",
    )
    own = {**body, "favorecido": {"chave": "11222333000181"}}
    shown(
        "send to the same owner",
        lambda: efi.pix_send_same_ownership(params=some_id("idEnvio"), body=own),
        status="EM_PROCESSAMENTO",
    )
    code = {"pixCopiaECola": receiving["code"]}
    shown(
        "read a code",
        lambda: efi.pix_qrcode_detail(body=code),
        status="ATIVA",
        valor={"final": "10.50"},
    )
    of_code = some_id("idEnvio")
    payer = {"chave": paying["chave"]}
    shown(
        "pay a code",
        lambda: efi.pix_qrcode_pay(params=of_code, body={"pagador": payer, **code}),
        valor="10.50",
    )
    shown("query the sent payment", lambda: efi.pix_send_detail_id(params=one), valor="12.34")
    end_to_end_id = {"e2eid": sent["e2eId"]}
    shown("query it by its EndToEndId", lambda: efi.pix_send_detail(params=end_to_end_id), **one)
    listed("list sent payments", lambda: efi.pix_send_list(params=day), "pix", **one)
    call("read the balance", lambda: float(efi.get_account_balance()["saldo"]))
    report = {
        "dataMovimento": (now - timedelta(days=2)).strftime("%Y-%m-%d"),
        "tipoRegistros": {"pixEnviadoChave": True, "pixDevolucaoRecebida": True},
    }
    waits = {"status": "AGUARDANDO_PROCESSAMENTO"}
    requested = shown("request a statement", lambda: efi.create_report(body=report), **waits)
    shown("query it", lambda: efi.detail_report(params={"id": requested["id"]}), **waits)


receive(client(receiving))
send(client(paying))
