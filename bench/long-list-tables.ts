import type { Sql } from '../src/db/pool.ts'
import { type LongShop, type Range, rareRows } from './fill-lists.ts'

/*
 * The rows of long lists. `bench_holder` returns the account of each. The oldest rows have the rare
 * values.
 */

const numbers = (sql: Sql, { from, to }: Range) =>
  sql`generate_series(${from}::bigint, ${to}::bigint) as n`
const isRare = (sql: Sql) => sql`n <= ${rareRows}::int`

export const insertTransactions = (sql: Sql, shop: LongShop, range: Range) => sql`
  insert into transactions (account_id, id, version, status, method, amount, installments, fee,
    external_ref, provider_id, secure_id, facts, created_at, updated_at, paid_at, expires_at,
    payment_link_id)
  select bench_holder(n), bench_id('transaction', n), 2, status, method, amount, 1, 0,
    'pedido-' || n, ${shop.providerId}, 'page-' || n,
    json_build_object('price', json_build_object('fixed', 0, 'basisPoints', 100),
      'terms', json_build_object('settlementDays', 0),
      'order', json_build_object('customer', json_build_object('id', bench_id('customer', 1),
          'name', 'Maria Silva', 'email', 'maria@exemplo.com.br', 'phone', null, 'document', null,
          'externaRef', null, 'address', null),
        'items', json_build_array(), 'shipping', null, 'metadata', null, 'postbackUrl', null,
        'traceable', null, 'ip', null, 'externalRef', 'pedido-' || n),
      'pix', json_build_object('txid', md5('txid ' || n), 'emv', md5('emv ' || n))),
    bench_at(n), bench_at(n), case when status in ('PAID', 'REFUNDED') then bench_at(n) end,
    bench_at(n) + interval '1 day', case when n % 2 = 1 then ${shop.linkId}::uuid end
  from (
    select n, 1000 + n * 7907 % 50000 as amount,
      case when ${isRare(sql)} then 'REFUNDED'
        else (array['PAID','PAID','PAID','WAITING_PAYMENT','CANCELED'])[1 + n * 31 % 5]
        end as status,
      case when ${isRare(sql)} then 'BOLETO' else 'PIX' end as method
    from ${numbers(sql, range)}) as generated`

/** Two terms of each payment: one of a hundred names, and the amount. */
export const insertTerms = (sql: Sql, _shop: LongShop, range: Range) => sql`
  insert into search_terms (account_id, term, created_at, transaction_id)
  select account_id, term, created_at, id
  from (
    select bench_holder(n) as account_id, bench_at(n) as created_at,
      bench_id('transaction', n) as id, t.term
    from ${numbers(sql, range)},
      unnest(array[case when ${isRare(sql)} then 'raridade' else 'nome' || n % 100 end,
        '=' || 1000 + n * 7907 % 50000]) as t (term)) as generated
  order by account_id, term, created_at, id`

export const insertEvents = (sql: Sql, _shop: LongShop, range: Range) => sql`
  insert into events (account_id, id, object_type, object_id, version, type, payload, occurred_at,
    position, actor)
  select bench_holder(n), bench_id('event', n), 'transaction', bench_id('transaction', n), 2,
    case when ${isRare(sql)} then 'transaction.chargedback' else 'transaction.paid' end, '{}',
    bench_at(n), n, jsonb_build_object('kind', case when n <= 2 * ${rareRows}::int then 'person'
      when n % 50 = 1 then 'key' else 'provider' end, 'id', 'x', 'name', 'Nome')
  from ${numbers(sql, range)}`

export const insertDeliveries = (sql: Sql, shop: LongShop, range: Range) => sql`
  insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint, state,
    due_at, created_at, webhook_endpoint_id)
  select bench_holder(n), bench_id('delivery', n), bench_id('event', n),
    bench_id('transaction', n), 1, 'https://loja.com.br/', 'https://loja.com.br',
    case when ${isRare(sql)} then 'exhausted' else 'delivered' end, bench_at(n), bench_at(n),
    case when n % 2 = 1 then ${shop.endpointId}::uuid end
  from ${numbers(sql, range)}`

/** Each account's numbers have gaps here, which the lists do not read. */
export const insertTransfers = (sql: Sql, _shop: LongShop, range: Range) => sql`
  insert into ledger_transfers (account_id, id, debit_book, credit_book, amount, cause_type,
    cause_id, effect, posted_at, transaction_id, receivable_id, number, pending_after,
    available_after, blocked_after, debt_after, seal)
  select bench_holder(n), bench_id('transfer', n),
    case when n % 3 = 0 then 'pending' else 'clearing:pix' end,
    case when ${isRare(sql)} then 'blocked' when n % 3 = 1 then 'pending' else 'available' end, 100,
    'transaction', bench_id('transaction', n), 'sale', bench_at(n), bench_id('transaction', n),
    bench_id('receivable', n), n, 0, 0, 0, 0, ''
  from ${numbers(sql, range)}`

export const insertReceivables = (sql: Sql, shop: LongShop, range: Range) => sql`
  insert into receivables (account_id, id, version, transaction_id, method, number, parts, gross,
    fee, due_on, status, settled_at, merchant_document, provider_id, seal, created_at)
  select bench_holder(n), bench_id('receivable', n), 1, bench_id('transaction', n), 'BOLETO',
    1, 1, 100, 0, bench_at(n)::date, case when ${isRare(sql)} then 'SCHEDULED' else 'SETTLED' end,
    case when ${isRare(sql)} then null else bench_at(n) end, '11222333000181', ${shop.providerId},
    '', bench_at(n)
  from ${numbers(sql, range)}`

export const insertLines = (sql: Sql, { providerId }: LongShop, range: Range) => sql`
  insert into settlement_lines (provider_id, sequence, line, month, kind, reference, amount, fee,
    net, date)
  select ${providerId}, 1, n, date_trunc('month', now())::date, 'sale', 'sale-' || n, 100, 1, 99,
    bench_at(n)::date
  from ${numbers(sql, range)}`

/** Cases of the first lines of the file, a day's worth for each day. */
export const insertCases = (sql: Sql, { providerId, accountId }: LongShop, range: Range) => sql`
  insert into reconciliation_cases (id, provider_id, kind, subject, sequence, line, account_id,
    status, resolved_at, resolution, opened_at)
  select bench_id('case', n), ${providerId},
    case when ${isRare(sql)} then 'sale-unknown' else 'sale-amount-differs' end, n::text, 1, n,
    ${accountId},
    case when ${isRare(sql)} then 'OPEN' else 'RESOLVED' end,
    case when ${isRare(sql)} then null else bench_at(n) end,
    case when ${isRare(sql)} then null else 'Os dois lados concordam.' end, bench_at(n)
  from ${numbers(sql, range)}`

export const insertCashouts = (sql: Sql, shop: LongShop, range: Range) => sql`
  insert into cashouts (account_id, id, version, status, amount, fee, key_type, pix_key,
    external_ref, provider_id, facts, period, created_at, updated_at, completed_at)
  select bench_holder(n), bench_id('cashout', n), 3,
    case when ${isRare(sql)} then 'FAILED' else 'COMPLETED' end, 100, 0, 'EMAIL',
    'a@exemplo.com.br', 'saque-' || n, ${shop.providerId},
    '{"order":{},"origin":"api","returns":[]}', 'day', bench_at(n), bench_at(n),
    case when ${isRare(sql)} then null else bench_at(n) end
  from ${numbers(sql, range)}`

export const insertDisputes = (sql: Sql, shop: LongShop, range: Range) => sql`
  insert into disputes (account_id, id, version, transaction_id, kind, status, provider_id, case_id,
    amount, holds, held, short, facts, opened_at, answer_by, decided_at, updated_at)
  select bench_holder(n), bench_id('dispute', n), 2, bench_id('transaction', 1),
    case when ${isRare(sql)} then 'med' else 'chargeback' end,
    case when ${isRare(sql)} then 'LOST' else 'WON' end, ${shop.providerId}, 'case-' || n, 100,
    '[]', 0, false, '{}', bench_at(n), bench_at(n) + interval '7 days', bench_at(n), bench_at(n)
  from ${numbers(sql, range)}`

export const insertAudit = (sql: Sql, _shop: LongShop, range: Range) => sql`
  insert into audit_entries (account_id, id, number, at, content, content_hash, hash)
  select bench_holder(n), bench_id('audit', n), n + 1000, bench_at(n),
    json_build_object('action', 'key.created', 'actor', json_build_object(
        'kind', case when ${isRare(sql)} then 'cli' else 'person' end, 'id', 'x', 'name', 'Ana'),
      'object', json_build_object('type', 'key', 'id', bench_id('key', n), 'name', 'Chave'))::text,
    '', int8send(n)
  from ${numbers(sql, range)}`

export const insertRequests = (sql: Sql, shop: LongShop, range: Range) => sql`
  insert into api_requests (account_id, id, slot, at, method, status_class, status, route, path,
    error_code, actor_kind, actor_id, actor_name, tenths_of_ms)
  select bench_holder(n), bench_id('request', n),
    floor(extract(epoch from bench_at(n)) / 86400)::bigint % 9, bench_at(n), 'POST',
    case when ${isRare(sql)} then '5xx' when n % 50 = 1 then '4xx' else '2xx' end,
    case when ${isRare(sql)} then 500 when n % 50 = 1 then 400 else 200 end,
    '/api/user/transactions', '/api/user/transactions',
    case when ${isRare(sql)} then 'internal' when n % 50 = 1 then 'validation-failed' end, 'key',
    case when ${isRare(sql)} then bench_id('key', 1) else ${shop.keyId}::uuid end, 'Loja', 100
  from ${numbers(sql, range)}`
