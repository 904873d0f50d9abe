import { expect, it } from 'vitest'
import { inertCell } from './inert-cell'

it.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+1-2', "'+1-2"],
  ['-1-2', "'-1-2"],
  ['-2+3+cmd', "'-2+3+cmd"],
  [' =1+1', " '=1+1"],
  ['\t=1+1', "\t'=1+1"],
  ['\u200b=1+1', "\u200b'=1+1"],
  ['"=1+1', `"'=1+1`],
  ['＝1+1', "'＝1+1"],
  ['＋1＋1', "'＋1＋1"],
  ['－1－1', "'－1－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
])('a formula at the beginning of a cell is text: %j', (text, inert) => {
  expect(inertCell(text)).toBe(inert)
})

it.each([
  ['x;=1+1;y', "x;'=1+1;y"],
  ['x\t=1+1\ty', "x\t'=1+1\ty"],
  ['x|=1+1|y', "x|'=1+1|y"],
  ['x\n=1+1', "x\n'=1+1"],
  ['x\r\n=1+1', "x\r\n'=1+1"],
  ['x\r@SUM(A1)', "x\r'@SUM(A1)"],
  ['x; =1+1', "x; '=1+1"],
  ['x;\u00a0=1+1', "x;\u00a0'=1+1"],
  ['x;"=1+1"', `x;"'=1+1"`],
  ['x; "=1+1"', `x; "'=1+1"`],
  ['x;＝1+1', "x;'＝1+1"],
  ['x;;=1;=2', "x;;'=1;'=2"],
  // A cell that a separator in it splits ends with the text of the next columns.
  ['x;-5', "x;'-5"],
  ['x;+1 415 555 0188', "x;'+1 415 555 0188"],
])('a formula after a list separator or a line break is text: %j', (text, inert) => {
  expect(inertCell(text)).toBe(inert)
})

it.each([
  '',
  'Ada',
  'a=b',
  'ada+tag@example.test',
  'x; y, z',
  '-12.50',
  '+5',
  '+14155550188',
  '+1 415 555 0188',
  '+502 5555 1234',
  '+1 (415) 555-0188',
  '+49 (0) 30 1234-56',
])('a text, a signed number and a phone stay as they are: %j', (text) => {
  expect(inertCell(text)).toBe(text)
})

it.each(['+1-415-555-0188', '+1(415)', '-1 415', '+1 415+2', '+1 415 555 0188;=1', '+1 415\n555'])(
  'a text that a spreadsheet could calculate is no phone: %j',
  (text) => {
    expect(inertCell(text)).toMatch(/^'/)
  },
)

it('a long run of separators and spaces takes linear time', () => {
  for (const run of ['\t', ' ', ';', '"', '+ ', '+1 1'])
    expect(inertCell(run.repeat(200_000)).length).toBeGreaterThan(100_000)
}, 2_000)

it('a sign after a comma of a text is left: the commas of the file are inside quotes there', () => {
  for (const text of ['Rent 10/2026, -10 % off', 'Order 5, +49 170 123']) expect(inertCell(text)).toBe(text)
})
