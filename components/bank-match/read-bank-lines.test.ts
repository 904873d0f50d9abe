import { DOMParser } from '@xmldom/xmldom'
import { describe, expect, test, vi } from 'vitest'
import { type BankContext, readBankLines } from './read-bank-lines'

const context = (over: Partial<BankContext> = {}): BankContext => ({
  currency: 'USD',
  locale: 'en-GB',
  ...over,
})

function read(text: string, over: Partial<BankContext> = {}) {
  const { lines, unread } = readBankLines(text, context(over))
  return [...lines.map(({ day, minor }) => [day, minor]), ...unread.map(({ reason }) => reason)]
}

const SEPTEMBER_14 = '2026-09-14'

describe('a line of a page is read:', () => {
  test.each([
    ['a date in ISO', '2026-09-14 TRANSFER TR-1 1,202.80', SEPTEMBER_14, 120_280n],
    ['a day first', '14/09/2026 TRANSFER TR-1 1,202.80', SEPTEMBER_14, 120_280n],
    ['points in its date', '14.09.2026 UEBERWEISUNG 1.202,80', SEPTEMBER_14, 120_280n],
    ['a year of two digits', '14.09.26 UEBERWEISUNG 1.202,80', SEPTEMBER_14, 120_280n],
    ['the name of a month', '14 Sep 2026 Payout TR-1 1,202.80', SEPTEMBER_14, 120_280n],
    ['a month before its day', 'Sep 14, 2026 Payout 1,202.80', SEPTEMBER_14, 120_280n],
    ['spaces that group', '14/09/2026 Virement 1 202,80 EUR', SEPTEMBER_14, 120_280n, 'EUR'],
    ['narrow spaces that group', '14/09/2026 Virement 1\u202f202,80 €', SEPTEMBER_14, 120_280n, 'EUR'],
    ['apostrophes that group', '14.09.2026 Zahlung 1’202.80', SEPTEMBER_14, 120_280n],
    ['a sign of its currency', '14/09/2026 Payout $1,202.80', SEPTEMBER_14, 120_280n],
    ['CR behind its amount', '14/09/2026 Payout 1,202.80 CR', SEPTEMBER_14, 120_280n],
    ['DR behind its amount', '14/09/2026 Fee 12.50 DR', SEPTEMBER_14, -1_250n],
    ['a minus', '14/09/2026 Fee -12.50', SEPTEMBER_14, -1_250n],
    ['a long minus', '14/09/2026 Fee −12.50', SEPTEMBER_14, -1_250n],
    ['a minus behind', '14/09/2026 Fee 12.50-', SEPTEMBER_14, -1_250n],
    ['parentheses', '14/09/2026 Fee (12.50)', SEPTEMBER_14, -1_250n],
    ['a balance behind its amount', '14/09/2026 Payout 1,202.80 5,310.22', SEPTEMBER_14, 120_280n],
    ['a reference that is a number', '14/09/2026 REF 000123456 Payout 1,202.80', SEPTEMBER_14, 120_280n],
    ['a second date', '14/09/2026 15/09/2026 Payout 1,202.80', SEPTEMBER_14, 120_280n],
    ['yen', '2026-09-14 振込 TR-1 1,203', SEPTEMBER_14, 1_203n, 'JPY'],
    ['dinars', '2026-09-14 TRANSFER 1.234', SEPTEMBER_14, 1_234n, 'KWD'],
    ['dinars that are grouped', '2026-09-14 TRANSFER 1,234.567', SEPTEMBER_14, 1_234_567n, 'KWD'],
  ] as const)('%s', (_, text, day, minor, currency: string = 'USD') => {
    expect(read(text, { currency })).toEqual([[day, minor]])
  })
})

test.each([
  ['Showing 1 to 20 of 300', 'no_date'],
  ['14/09/2026 Opening balance', 'balance'],
  ['14/09/2026 Letter from the bank', 'no_amount'],
  ['31/02/2026 Payout 12.50', 'bad_date'],
  ['14/09/2026 Payout 12.505', 'too_many_decimals'],
  ['14/09/2026 Payout 12.50 EUR', 'other_currency'],
])('“%s” is not read, by the reason %s', (text, reason) => {
  // Another line shows that the decimals follow a point.
  expect(read(`${text}\n15/09/2026 Payout 1,000.50`).slice(1)).toEqual([reason])
})

describe('the columns of a file are found:', () => {
  test.each([
    [
      'by their names, with a balance',
      'Date,Description,Amount,Balance\n2026-09-14,"Payout, TR-1","1,202.80","9,999.00"\n2026-09-15,Fee,-12.50,"9,986.50"',
    ],
    [
      'by their names for debit and credit',
      'Buchungstag;Text;Soll;Haben;Saldo\n14.09.2026;Auszahlung TR-1;;1.202,80;9.999,00\n15.09.2026;Gebühr;12,50;;9.986,50',
    ],
    ['without names', '2026-09-14\tPayout TR-1\t1,202.80\t9,999.00\n2026-09-15\tFee\t-12.50\t9,986.50'],
    [
      'below lines about the account, with a column of signs',
      'Account;Café Aurora\n\nDate;Reference;Amount;DR/CR\n14/09/2026;TR-1;1202,80;CR\n15/09/2026;FEE;12,50;DR',
    ],
  ])('%s', (_, text) => {
    const { lines } = readBankLines(text, context())
    expect(lines.map(({ day, minor }) => [day, minor])).toEqual([
      ['2026-09-14', 120_280n],
      ['2026-09-15', -1_250n],
    ])
    expect(lines[0]?.text).toContain('TR-1')
  })
})

describe('a line with its own separator is read like the others:', () => {
  const csv = 'Date,Text,Amount,Balance\n14/09/2026,TR-1,1202.80,9000.00'
  test.each([
    ['tabs among free lines', '14/09/2026 TR-1 1,202.80\n15/09/2026\tPayout\t900.10'],
    ['bars among free lines', '14/09/2026 TR-1 1,202.80\n15/09/2026 | Payout | 900.10'],
    ['a free line among tabs', '14/09/2026\tTR-1\t1,202.80\n15/09/2026 Payout 900.10'],
    ['a free line with a comma in its date', '14/09/2026\tTR-1\t1,202.80\nSep 15, 2026 Payout 900.10'],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual([
      [SEPTEMBER_14, 120_280n],
      ['2026-09-15', 90_010n],
    ])
  })

  test.each([
    ['a sum below a file', `${csv}\nClosing balance of 30/09/2026: 9000.00`],
    ['a balance without a movement', `${csv}\n15/09/2026,Opening balance,,9000.00`],
  ])('%s is not a payment', (_, text) => {
    expect(read(text)).toEqual([[SEPTEMBER_14, 120_280n], 'balance'])
  })
})

describe('a date with two readings', () => {
  const open = '03/04/2026 Payout 1.00'

  test('is settled by another date of the paste', () => {
    expect(read(`${open}\n04/25/2026 Payout 1.00`)[0]).toEqual(['2026-03-04', 100n])
    expect(readBankLines(`${open}\n25/04/2026 Payout 1.00`, context({ locale: 'en-US' }))).toMatchObject({
      order: 'dmy',
      ambiguous: null,
    })
  })

  test('is left to the user, starting with the reading of the locale', () => {
    expect(readBankLines(open, context())).toMatchObject({ order: 'dmy', ambiguous: '03/04/2026' })
    expect(readBankLines(open, context({ locale: 'en-US' }))).toMatchObject({ order: 'mdy' })
    expect(read(open, { order: 'mdy' })).toEqual([['2026-03-04', 100n]])
  })

  test('needs no choice if both readings are the same day', () => {
    expect(readBankLines('04/04/2026 Payout 1.00', context()).ambiguous).toBeNull()
  })
})

test('a single group of three digits is a thousand, unless the other amounts have three decimals', () => {
  expect(read('14/09/2026 Payout 1,202')).toEqual([[SEPTEMBER_14, 120_200n]])
  expect(read('14/09/2026 A 1.202\n14/09/2026 B 3,50').slice(0, 1)).toEqual([[SEPTEMBER_14, 120_200n]])
  expect(read('2026-09-14 A 1.202\n2026-09-14 B 1.234,500', { currency: 'KWD' })[0]).toEqual([
    SEPTEMBER_14,
    1_202_000n,
  ])
})

describe('the direction of the lines', () => {
  const directions = (text: string, over: Partial<BankContext> = {}) =>
    readBankLines(text, context(over)).lines.map(({ minor, isProven }) =>
      isProven ? Number(minor) : 'asked',
    )

  test.each([
    [
      'unsigned amounts',
      'Date;Text;Amount\n14/09/2026;Payout;900.10\n15/09/2026;Rent;900.10',
      [90_010, 90_010],
    ],
    ['lines of a page', '14/09/2026 Payout 900.10\n15/09/2026 Rent 900.10', [90_010, 90_010]],
    [
      'two columns with unknown headings',
      'Date;Text;Qwx;Xwq\n14/09/2026;Payout;900.10;\n15/09/2026;Rent;;900.10',
      [90_010, 'asked'],
    ],
    [
      'unknown terms',
      'Date;Kind;Amount\n14/09/2026;Qwx Payout;900.10\n15/09/2026;Xwq Rent;900.10',
      [90_010, 90_010],
    ],
  ])('is asked for %s, and the chosen column is money in', (_, text, chosen) => {
    expect(directions(text)).toEqual(['asked', 'asked'])
    const [column] = readBankLines(text, context()).columns
    expect(directions(text, { incomingAt: column?.at })).toEqual(chosen)
  })

  test('is proven by one line with a sign', () => {
    expect(directions('14/09/2026 Payout 900.10\n15/09/2026 Rent -900.10')).toEqual([90_010, -90_010])
  })
})

test('a line in another currency is not read', () => {
  const text = 'Date;Text;Amount;Currency\n14/09/2026;A;900.10;USD\n15/09/2026;B;-9.00;EUR'
  expect(read(text)).toEqual([[SEPTEMBER_14, 90_010n], 'other_currency'])
})

test('an amount with two readings is not read', () => {
  const text = 'Date;Text;Amount\n14/09/2026;Payout;1,200\n15/09/2026;Rent;-9'
  expect(read(text, { currency: 'USD' })).toEqual([['2026-09-15', -900n], 'two_readings'])
})

test('the entries of a camt file are read, a reversal in its own direction', () => {
  const entry = (amount: string, mark: string, more = '') =>
    `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>2026-09-14</Dt></BookgDt>${more}<NtryDtls><TxDtls><Refs><EndToEndId>TRF-1</EndToEndId></Refs>
      <AmtDtls><TxAmt><Amt Ccy="USD">7.00</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>Payout</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  const xml = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    <Bal><Amt Ccy="USD">9999.00</Amt></Bal>${entry('1202.80', 'CRDT')}${entry('12.5', 'DBIT')}
    ${entry('5', 'DBIT', '<RvslInd>true</RvslInd>')}${entry('3', 'CRDT').replace('BOOK', 'PDNG')}
    ${entry('4', 'CRDT').replaceAll('USD', 'EUR')}</Stmt></BkToCstmrStmt></Document>`
  vi.stubGlobal('DOMParser', DOMParser)
  expect(read(xml)).toEqual([
    [SEPTEMBER_14, 120_280n],
    [SEPTEMBER_14, -1_250n],
    [SEPTEMBER_14, -500n],
    'no_amount',
    'other_currency',
  ])
  expect(readBankLines(xml, context()).lines[0]?.text).toContain('Payout TRF-1')
  vi.unstubAllGlobals()
})

test('an MT940 statement is read with its reversals and long texts', () => {
  const text = `{1:F01BANKDEFF}{4:
:20:X
:60F:C260913USD100,00
:61:2609140914RD12,50NTRFNONREF
:86:020?00Return
?20of a debit
:61:251231${'0102'}C1202,80NTRFTRF-1//B
:61:260914C1,NMSC
-}`
  expect(read(text)).toEqual([
    [SEPTEMBER_14, 1_250n],
    ['2026-01-02', 120_280n],
    [SEPTEMBER_14, 100n],
  ])
  expect(readBankLines(text, context()).lines.map((line) => line.text)[0]).toMatch(/Return of a debit/)
})

describe('the direction of a line is never wrong without a question:', () => {
  const table = (...lines: string[]) => lines.join('\n')
  const proven = (text: string, currency = 'EUR') =>
    readBankLines(text, context({ currency })).lines.map(({ minor, isProven }) =>
      isProven ? Number(minor) / 100 : '?',
    )

  test.each<[string, string, (number | '?')[]]>([
    [
      'letters of unknown meaning',
      table('Datum;T;Amount;X', '17/11/2026;P;1200,00;B', '18/11/2026;R;1200,00;D'),
      ['?', '?'],
    ],
    [
      'a known and an unknown term',
      table('Date;T;Amount;X', '17/11/2026;P;1200,00;DR', '18/11/2026;R;1200,00;TF'),
      ['?', '?'],
    ],
    [
      'a nearer column of yes and no',
      table(
        'Data;Descrizione;Importo;Contab.;D/C',
        '17/11/2026;P;1.200,00;S;C',
        '18/11/2026;R;1.200,00;S;D',
        '18/11/2026;F;45,00;N;C',
      ),
      [1200, -1200, 45],
    ],
    [
      'a kind of card',
      table('Date;T;Amount;Card type', '17/11/2026;P;1200,00;Debit', '18/11/2026;R;45,00;Credit'),
      ['?', '?'],
    ],
    [
      'one term in every row',
      table('Date;T;Amount;Account', '17/11/2026;P;1200,00;Debit', '18/11/2026;R;45,00;Debit'),
      ['?', '?'],
    ],
    [
      'an empty and a new term',
      table(
        'Date;T;Amount;Type',
        ...Array.from(
          { length: 8 },
          (_, index) => `1${index}/11/2026;x;${index + 1},00;${index % 2 ? 'Debit' : 'Credit'}`,
        ),
        '17/11/2026;payout;1200,00;',
        '18/11/2026;new;45,00;Bijschrijving',
      ),
      [1, -2, 3, -4, 5, -6, 7, -8, '?', '?'],
    ],
    [
      'a row with both debit and credit',
      table(
        'Date,Description,Money In,Money Out',
        '17/11/2026,P,1200.00,0.00',
        '18/11/2026,R,0.00,1200.00',
        '19/11/2026,both,46.00,1.00',
        '20/11/2026,F,0.00,12.50',
      ),
      [1200, -1200, '?', -12.5],
    ],
    [
      'a number of a creditor',
      table('Datum;Text;Kreditor;Wert', '17.11.2026;P;70012;1.200,00', '18.11.2026;R;70013;-1.200,00'),
      [1200, -1200],
    ],
    [
      'a debit card and an available credit',
      table(
        'Date,Description,Debit card,Total,Available credit',
        '17/11/2026,P,4242,1200.00,5000.00',
        '18/11/2026,R,4242,-1200.00,3800.00',
      ),
      [1200, -1200],
    ],
    [
      'a dash as punctuation',
      '17/11/2026 - Checkout payout - 1,200.00\n18/11/2026 – Rent – €1,200.00',
      ['?', '?'],
    ],
    ['a dash for no cents', table('Datum;T;Bedrag', '17.11.2026;P;1.200,-', '18.11.2026;R;-12,50'), [-12.5]],
    [
      'a plus on incoming amounts',
      table('Date;T;Amount', '17/11/2026;P;+1200.00', '18/11/2026;R;1200.00', '19/11/2026;F;-12.50'),
      [1200, '?', -12.5],
    ],
  ])('%s', (_, text, expected) => {
    expect(proven(text)).toEqual(expected)
  })

  test('a cell of several lines makes no second movement', () => {
    const text = table(
      'Date;T;Amount',
      '17/11/2026;"payout\nsecond line";1200,00',
      '18/11/2026;rent;-1200,00',
      '20/11/2026;y;-12,50',
      'Total;;-12,50',
    )
    expect(proven(text)).toEqual([1200, -1200, -12.5])
  })

  test('an amount with the sign of another currency is not read', () => {
    const text = table('Date;T;Amount', '17/11/2026;P;£45.00', '18/11/2026;R;-$12.00', '18/11/2026;Q;-€3.00')
    expect(proven(text)).toEqual([-3])
    expect(
      proven(table('Date;T;Amount;Currency', '17/11/2026;P;-45.00;usd', '18/11/2026;Q;-3.00;eur')),
    ).toEqual([-3])
  })

  test.each(['Betrag (EUR)', 'Amount EUR', 'Betrag (€)', 'Valor (R$)', 'Betrag in CHF'])(
    'amounts below the heading “%s” are in another currency',
    (heading) => {
      const text = table(`Datum;Text;${heading}`, '24.11.2026;A;427,13', '24.11.2026;B;-12,50')
      expect(proven(text, 'USD')).toEqual([])
    },
  )

  test.each([
    '427,13 TL',
    'TL 427,13',
    '427,13 zł',
    '427,13 kr',
    '427,13 Kč',
    '427,13 Ft',
    'Bs 427,13',
    'Rs. 427,13',
    'S/ 427,13',
    'SFr. 427,13',
    '427,13 руб',
  ])('the amount “%s” is not in dollars', (cell) => {
    expect(proven(table('Datum;Text;Amount', `24.11.2026;A;${cell}`, '24.11.2026;B;-12,50'), 'USD')).toEqual([
      -12.5,
    ])
  })

  test.each([
    ['Kontostand am 19.11.2026', true],
    ['Opening Balance EUR', true],
    ['Balance B/F', true],
    ['Total credits', true],
    ['Solde', false],
    ['Saldo GmbH', false],
  ])('the text “%s” is a balance: %s', (line, isBalance) => {
    expect(proven(table('Date;T;Amount', `17/11/2026;${line};1000,00`, '18/11/2026;R;-12,00')).length).toBe(
      isBalance ? 1 : 2,
    )
  })

  test('five thousand unsigned rows with many numbers are read at once', () => {
    const row = (index: number) =>
      ['17/11/2026', 'x', ...Array.from({ length: 20 }, (_, at) => `${index + at},50`)].join(';')
    const text = Array.from({ length: 5_000 }, (_, index) => row(index)).join('\n')
    const started = performance.now()
    readBankLines(text, context())
    expect(performance.now() - started).toBeLessThan(4_000)
  })
})
