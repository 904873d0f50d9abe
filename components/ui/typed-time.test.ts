import { expect, it } from 'vitest'
import { readTime, stepTime } from './typed-time'

it('a time is read as the page writes it, with or without its colon and leading zero', () => {
  const times = { '18:30': '18:30', '1830': '18:30', '930': '09:30', ' 7:05 ': '07:05', '00:00': '00:00' }
  for (const [text, time] of Object.entries(times)) expect(readTime(text), text).toBe(time)
})

it('a text in any other format is refused', () => {
  for (const text of ['', '24:00', '18:60', '6:30 pm', '9pm', '9', '18.30', 'noon', '18:3', '12345', '-1'])
    expect(readTime(text), text).toBeNull()
})

it('a step goes to the next full quarter, also across midnight', () => {
  expect(stepTime('18:37', 15)).toBe('18:45')
  expect(stepTime('18:45', 15)).toBe('19:00')
  expect(stepTime('18:37', -15)).toBe('18:30')
  expect(stepTime('23:59', 15)).toBe('00:00')
  expect(stepTime('00:00', -15)).toBe('23:45')
  expect(stepTime('18:37', 60)).toBe('19:00')
})
