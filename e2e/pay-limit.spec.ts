import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { createLink, randomAddress } from './payer'

test('one IP address may try twenty times in a row, even if it forges our internal header', async ({
  request,
}) => {
  const link = await createLink()
  const address = randomAddress()
  const answers: number[] = []
  for (let tried = 0; tried < 30 && !answers.includes(429); tried += 1) {
    const answer = await request.post(`${link.url}/attempt`, {
      form: { attempt: randomUUID() },
      headers: {
        Accept: 'application/json',
        Origin: new URL(link.url).origin,
        'X-Forwarded-For': address,
        'X-Checkout-Peer': randomAddress(),
      },
    })
    answers.push(answer.status())
  }
  expect(answers.slice(0, 20)).toEqual(Array(20).fill(200))
  expect(answers.at(-1)).toBe(429)
})
