// The year 2029, in which nearly every kind of bank holiday falls on a day of the week. The
// expected dates are written by hand from docs/design/brazil.md#bank-calendar, not computed by the
// code under test.

/** Days of the week on which banks are closed. */
export const holidays: readonly string[] = [
  ...[
    '2029-01-01',
    '2029-02-12',
    '2029-02-13',
    '2029-03-30',
    '2029-05-01',
    '2029-05-31',
    '2029-09-07',
  ],
  ...['2029-10-12', '2029-11-02', '2029-11-15', '2029-11-20', '2029-12-25'],
]

/** Sold by card on a day; the money of each installment comes on these. */
export const cardSales: readonly (readonly [soldOn: string, dueOn: readonly string[]])[] = [
  [
    '2029-01-02', // Over weekends: 3 March, 1 July, 29 September.
    [
      ...['2029-02-01', '2029-03-05', '2029-04-02', '2029-05-02', '2029-06-01', '2029-07-02'],
      ...['2029-07-31', '2029-08-30', '2029-10-01', '2029-10-29', '2029-11-28', '2029-12-28'],
    ],
  ],
  ['2029-01-12', ['2029-02-14']], // The Sunday before Carnival,
  ['2029-01-13', ['2029-02-14']], // its Monday,
  ['2029-01-14', ['2029-02-14']], // its Tuesday;
  ['2029-01-15', ['2029-02-14']], // on Ash Wednesday banks work.
  ['2029-02-28', ['2029-04-02']], // Good Friday.
  ['2029-03-22', ['2029-04-23']], // Tiradentes, a Saturday.
  ['2029-04-01', ['2029-05-02']], // Labour Day.
  ['2029-05-01', ['2029-06-01']], // Corpus Christi.
  ['2029-08-08', ['2029-09-10']], // Independence Day, a Friday.
  ['2029-09-12', ['2029-10-15']], // Nossa Senhora Aparecida, a Friday.
  ['2029-10-03', ['2029-11-05']], // All Souls, a Friday.
  ['2029-10-16', ['2029-11-16']], // Republic Day.
  ['2029-10-21', ['2029-11-21']], // Consciência Negra.
  ['2029-11-24', ['2029-12-24']], // On Christmas Eve banks work,
  ['2029-11-25', ['2029-12-26']], // not at Christmas,
  ['2029-12-01', ['2029-12-31']], // and again on the last day of the year.
]

/** Paid on a day, and when the money comes: the next business day. */
export const sales: readonly (readonly [
  method: 'PIX' | 'BOLETO',
  paidOn: string,
  dueOn: string,
])[] = [
  ['BOLETO', '2029-02-09', '2029-02-14'],
  ['BOLETO', '2029-03-29', '2029-04-02'],
  ['BOLETO', '2029-05-30', '2029-06-01'],
  ['BOLETO', '2029-11-18', '2029-11-19'],
  ['BOLETO', '2029-11-19', '2029-11-21'],
  ['BOLETO', '2029-12-24', '2029-12-26'],
  ['BOLETO', '2029-12-28', '2029-12-31'],
  ['PIX', '2029-02-11', '2029-02-14'], // Of an account whose PIX waits a day.
  ['PIX', '2029-04-30', '2029-05-02'],
  ['PIX', '2029-09-06', '2029-09-10'],
  ['PIX', '2029-12-25', '2029-12-26'],
]

/**
 * Unpaid boletos: created on a day to be paid three days later, due when banks work, payable five
 * days more.
 */
export const unpaidBoletos: readonly (readonly [
  madeOn: string,
  dueOn: string,
  lastDay: string,
  over: string,
])[] = [
  ['2029-02-09', '2029-02-14', '2029-02-19', '2029-02-20'],
  ['2029-03-27', '2029-04-02', '2029-04-09', '2029-04-10'],
]
