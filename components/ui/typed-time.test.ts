import { expect, it } from 'vitest'
import { readTime, stepTime } from './typed-time'

it('reads a time as people write it', () => {
  const times = {
    '18:30': '18:30',
    '18.30': '18:30',
    '1830': '18:30',
    '930': '09:30',
    '9': '09:00',
    '18 30': '18:30',
    '18h30': '18:30',
    '6:30 pm': '18:30',
    '6 p.m.': '18:00',
    '12 am': '00:00',
    '12pm': '12:00',
    ' 7:05 ': '07:05',
  }
  for (const [text, time] of Object.entries(times)) expect(readTime(text), text).toBe(time)
})

it('reads nothing that is no time', () => {
  for (const text of ['', '24:00', '18:60', '13 pm', '0 am', 'noon', '18:3', '12345', '-1'])
    expect(readTime(text), text).toBeNull()
})

it('steps to the next full quarter, and round midnight', () => {
  expect(stepTime('18:37', 15)).toBe('18:45')
  expect(stepTime('18:45', 15)).toBe('19:00')
  expect(stepTime('18:37', -15)).toBe('18:30')
  expect(stepTime('23:59', 15)).toBe('00:00')
  expect(stepTime('00:00', -15)).toBe('23:45')
  expect(stepTime('18:37', 60)).toBe('19:00')
})
