import { open } from 'fontkit'
import roboto from 'pdfmake/fonts/Roboto.js'
import { expect, test } from 'vitest'
import { drawableText } from './pdf-file'

const STAND_IN = '\uFFFD'

const font = await open(roboto.Roboto.normal)
const drawable = drawableText([font])

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['Łucja Ñandú İğüş Ελένη Кафе', 'Łucja Ñandú İğüş Ελένη Кафе'],
  ['Ada\u200e', 'Ada'],
  ['A\u00adda\ufeff', 'Ada'],
  ['Ada\u202fLovelace\u3000X', 'Ada Lovelace X'],
  ['Ada\n\tLovelace', 'Ada Lovelace'],
  ['Nguye\u0302\u0303n Thi\u0323', 'Nguyễn Thị'],
  ['ＡＤＡ ㎏ ①', 'ADA kg 1'],
  ['❤\ufe0f 1\ufe0f\u20e3', `${STAND_IN} 1`],
])('a name that the font can draw in another form is drawn: %j', (text, drawn) => {
  expect(drawable(text)).toBe(drawn)
})

test.each([
  'Ada 😀',
  '👨‍👩‍👧',
  'مقهى الفجر',
  'カフェ',
  '咖啡馆',
  'קפה',
  'กาแฟ',
  'चाय',
  '☕',
  '\ue000',
  '𝔄\u0334',
])('every other character becomes a stand-in that the font has: %s', (text) => {
  const drawn = drawable(text)
  expect(drawn).not.toBe('')
  for (const character of drawn) expect(font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)).toBe(true)
})

test('a long word may be broken', () => {
  expect(
    drawable(`Ada ${'x'.repeat(60)}`)
      .split('\u200B')
      .map(({ length }) => length),
  ).toEqual([20, 16, 16, 12])
})

test('a name in another script is as many stand-ins as it has letters', () => {
  expect(drawable('Ada 😀')).toBe(`Ada ${STAND_IN}`)
  expect(drawable('مقهى الفجر')).toBe(`${STAND_IN.repeat(4)} ${STAND_IN.repeat(5)}`)
})
