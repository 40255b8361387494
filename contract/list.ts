import { Type } from 'typebox'

/**
 * Query strings arrive as text; each parameter is read and checked by name, and an unknown one is
 * ignored.
 */

/** The page of a list. */
export const place = {
  limit: Type.Optional(
    Type.String({ description: 'De 1 a 100; mais que isso vale 100. Padrão: 20.' }),
  ),
  cursor: Type.Optional(Type.String({ description: 'O nextCursor da página anterior.' })),
}

/** The same, for clients that count pages. */
export const placeOrPage = {
  ...place,
  page: Type.Optional(
    Type.String({ description: 'De 1 em diante, para clientes que não usam cursor.' }),
  ),
}

/** Between two instants, both included. */
export const period = {
  start_date: Type.Optional(
    Type.String({
      description: 'Data local de São Paulo (2026-11-21) ou instante ISO 8601, incluído.',
    }),
  ),
  end_date: Type.Optional(
    Type.String({
      description: 'Data local de São Paulo ou instante ISO 8601, incluído: o dia conta até o fim.',
    }),
  ),
}

/** A list that is available as a table too. */
export const tableFormat = {
  format: Type.Optional(
    Type.String({
      description:
        'csv: tudo o que os filtros acham num arquivo para planilhas, sem páginas, como com Accept: text/csv. Padrão: json.',
      examples: ['csv'],
    }),
  ),
}

/** A list without filters. */
export const ListQuery = Type.Object(place)
