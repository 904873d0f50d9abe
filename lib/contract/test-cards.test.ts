import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { groupCardNumber } from '@/lib/domain/card'
import { english } from '@/test/english'
import { testCardGroups } from './test-card-groups'
import { testCardGroupOf, testCardOf, testCards } from './test-cards'

it('docs/test-cards.md lists every test card with its outcome, and no other', () => {
  const rows = readFileSync('docs/test-cards.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
  const shown = testCards.map(({ number, outcome, declineCode }) => {
    const text = english.first(`test-cards.${outcome}.${declineCode}`, `test-cards.${outcome}`)
    return `| ${groupCardNumber(number)} | ${text} |`
  })
  expect(rows).toEqual(shown)
})

it('the table starts with the cards that a page shows first: approved ones of three brands', () => {
  const large = testCards.slice(0, 3)
  expect(large.map(testCardGroupOf)).toEqual(['approved', 'approved', 'approved'])
  expect(new Set(large.map(({ brand }) => brand)).size).toBe(3)
})

it('every group has cards that a payer can see', () => {
  const seen = testCards.filter(({ shows }) => shows !== 'saved_card').map(testCardGroupOf)
  expect(testCardGroups.filter((group) => !seen.includes(group))).toEqual([])
})

it('the table has every number of the decisions with its outcome, each number once', () => {
  const outcomes = {
    '4242424242424242': 'approve',
    '5555555555554444': 'approve',
    '378282246310005': 'approve',
    '4000000000000002': 'decline',
    '4000000000009995': 'decline',
    '4000000000000069': 'decline',
    '4000000000000341': 'decline_later',
    '4000000000000119': 'lost_after_authorize',
    '4000000000000127': 'lost_after_capture',
    '4000000000000259': 'lost_after_authorize_later',
    '4000000000000267': 'lost_after_capture_later',
    '4000002500003155': 'confirm',
    '4000000000000408': 'decline',
    '4100000000000019': 'decline',
    '4000000000000424': 'too_slow',
    '4000000000000432': 'nonsense',
    '4000000000000440': 'wrong_amount',
  }
  for (const [number, outcome] of Object.entries(outcomes)) expect(testCardOf(number)?.outcome).toBe(outcome)
  expect(testCardOf('4000000000009995')?.declineCode).toBe('insufficient_funds')
  expect(testCardOf('4000000000000069')?.declineCode).toBe('expired_card')
  expect(testCardOf('4000000000000408')?.declineCode).toBe('processing_error')
  expect(testCardOf('4100000000000019')?.declineCode).toBe('fraudulent')
  expect(testCardOf('4111111111111111')).toBeNull()
  expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length)
})

it('a test card has a decline code exactly if it declines', () => {
  for (const { outcome, declineCode } of testCards) {
    expect(declineCode !== null).toBe(outcome.startsWith('decline'))
  }
})
