import type { DatabaseSync } from 'node:sqlite'

/** Which charges: of a span of time, both ends included, and in a state. Instants in ms. */
export interface ChargeFilter {
  readonly from: number
  readonly to: number
  readonly isChargedBack: boolean
  /** Charges that become visible later are left out. */
  readonly now: number
}

/** All SQL about lists of charges. The tables of sales and chargebacks exist. */
export function openChargeList(db: DatabaseSync) {
  db.exec('create index if not exists pagarme_sales_received on pagarme_sales (received_at)')
  const wanted = (isChargedBack: boolean) => `
    from pagarme_sales s
    where s.received_at between :from and :to
      and s.visible_at <= :now
      ${
        isChargedBack
          ? "and s.id in (select sale_id from pagarme_chargebacks where state = 'lost')"
          : ''
      }`
  const statements = (isChargedBack: boolean) => ({
    page: db.prepare(`
      select s.id ${wanted(isChargedBack)}
      order by s.received_at, s.number
      limit :limit offset :offset`),
    total: db.prepare(`select count(*) as n ${wanted(isChargedBack)}`),
  })
  const [all, chargedBack] = [statements(false), statements(true)]
  return {
    /** The ids of the sales of one page, oldest first, and the number of all. */
    page(
      { isChargedBack, ...span }: ChargeFilter,
      { offset, limit }: { readonly offset: number; readonly limit: number },
    ): { readonly ids: readonly string[]; readonly total: number } {
      const { page, total } = isChargedBack ? chargedBack : all
      const ids = page.all({ ...span, limit, offset }).map(({ id }) => String(id))
      return { ids, total: Number(total.get({ ...span })?.n) }
    },
  }
}

export type ChargeList = ReturnType<typeof openChargeList>
