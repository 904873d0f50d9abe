import { expect, it } from 'vitest'
import { links } from '@/lib/messages/links'
import { roomLeft } from './room-left'

it('tells how much room is left once a text is nearly full, and how much is too much', () => {
  expect(roomLeft('a'.repeat(90), 120)).toBeNull()
  expect(roomLeft('a'.repeat(119), 120)).toBe(links.form.charactersLeft(1))
  expect(roomLeft('👍'.repeat(120), 120)).toBe(links.form.charactersLeft(0))
  expect(roomLeft('a'.repeat(131), 120)).toBe(links.form.charactersOver(11))
})
