import { describe, expect, test } from 'vitest'
import { isPaletteKey, type KeyState, type PressedKey, readKey, SEQUENCE_MS, TEXT_MS } from './key-map'

const press = (key: string, over: Partial<PressedKey> = {}): PressedKey => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...over,
})

function commands(...keys: (string | PressedKey)[]) {
  let state: KeyState = null
  return keys.flatMap((key) => {
    const reading = readKey(state, typeof key === 'string' ? press(key) : key, 1_000)
    state = reading.state
    return reading.command ? [reading.command] : []
  })
}

describe('the keyboard map', () => {
  test.each([
    [['/'], ['search']],
    [['?'], ['show-keys']],
    [['c'], ['new-link']],
    [['y'], ['copy']],
    [
      ['j', 'k'],
      ['next-row', 'previous-row'],
    ],
    [['g', 'h'], ['go-home']],
    [['g', 'l'], ['go-links']],
    [
      ['g', 'c', 'c'],
      ['go-customers', 'new-link'],
    ],
    [['g', 'p'], ['go-payments']],
    [['g', 'b'], ['go-balance']],
    [['g', 'd'], ['go-developers']],
    [['g', 's'], ['go-settings']],
    [['h'], []],
    [['g', 'x', 'l'], []],
    [['g', 'g', 'l'], ['go-links']],
    [['g', 'j'], ['next-row']],
    [['g', 'Shift', 'l'], ['go-links']],
    [['Enter', 'Tab', 'Escape', ' '], []],
  ])('the keys %j give the commands %j', (keys, asked) => {
    expect(commands(...keys)).toEqual(asked)
  })

  test('a `g` expires', () => {
    const { state } = readKey(null, press('g'), 0)
    expect(readKey(state, press('l'), SEQUENCE_MS).command).toBe('go-links')
    expect(readKey(state, press('l'), SEQUENCE_MS + 1).command).toBeNull()
  })

  test('a key within half a second after one of a text is no command, unless Enter or Escape ends the text', () => {
    for (const state of [readKey(null, press('x'), 0).state, readKey(null, press('c'), 0, true).state]) {
      expect(readKey(state, press('c'), TEXT_MS).command).toBeNull()
      expect(readKey(state, press('c'), TEXT_MS + 1).command).toBe('new-link')
    }
    expect(commands('x', 'c', 'g', 'p')).toEqual([])
    expect(commands('x', 'Escape', 'c')).toEqual(['new-link'])
    expect(commands('x', 'Enter', 'j')).toEqual(['next-row'])
  })

  test('key combinations of the browser and the system are ignored', () => {
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey'] as const)
      expect(commands(press('c', { [modifier]: true }))).toEqual([])
    expect(commands('g', press('l', { ctrlKey: true }))).toEqual([])
  })

  test('a held key repeats only the movement through rows', () => {
    expect(commands(press('j', { repeat: true }))).toEqual(['next-row'])
    expect(commands(press('c', { repeat: true }))).toEqual([])
    expect(commands('g', press('g', { repeat: true }), 'p')).toEqual(['go-payments'])
  })

  test('keys are read by position on a keyboard without Latin letters', () => {
    expect(commands(press('п', { code: 'KeyG' }), press('д', { code: 'KeyL' }))).toEqual(['go-links'])
    expect(isPaletteKey(press('л', { code: 'KeyK', ctrlKey: true }))).toBe(true)
  })

  test('keys are read by letter on another Latin layout', () => {
    expect(commands(press('j', { code: 'KeyC' }))).toEqual(['next-row'])
  })
})

test('only Ctrl-K and Cmd-K open the palette', () => {
  expect(isPaletteKey(press('k', { ctrlKey: true }))).toBe(true)
  expect(isPaletteKey(press('K', { metaKey: true }))).toBe(true)
  expect(isPaletteKey(press('k'))).toBe(false)
  expect(isPaletteKey(press('k', { ctrlKey: true, altKey: true }))).toBe(false)
  expect(isPaletteKey(press('k', { ctrlKey: true, metaKey: true }))).toBe(false)
  expect(isPaletteKey(press('k', { ctrlKey: true, repeat: true }))).toBe(false)
})
