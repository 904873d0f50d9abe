import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { linkQuery } from '@/components/links/queries'
import { paymentQuery } from '@/components/payments/queries'
import { recentlySeen } from './recent'

/** Returns a detail with the fields that the function reads. */
const detail = (noun: 'link' | 'payment', id: string) => ({ [noun]: { id } })

function seenAt(client: QueryClient, noun: 'link' | 'payment', id: string, updatedAt: number) {
  const { queryKey } = noun === 'link' ? linkQuery('acme', id) : paymentQuery('acme', id)
  client.setQueryData<unknown>(queryKey, detail(noun, id), { updatedAt })
}

const ids = (client: QueryClient, path = '/') =>
  recentlySeen(client, 'acme', path).map((recent) =>
    recent.noun === 'links' ? recent.link.id : recent.payment.id,
  )

it('viewed objects are returned, latest first, at most four', () => {
  const client = new QueryClient()
  for (const [index, id] of ['pl_1', 'pl_2', 'pl_3'].entries()) seenAt(client, 'link', id, index)
  seenAt(client, 'payment', 'pay_1', 10)
  seenAt(client, 'payment', 'pay_2', 1)
  expect(ids(client)).toEqual(['pay_1', 'pl_3', 'pl_2', 'pay_2'])
  client.clear()
})

it('the open page and objects that were not found are left out', () => {
  const client = new QueryClient()
  seenAt(client, 'link', 'pl_1', 1)
  client.getQueryCache().build(client, { queryKey: linkQuery('acme', 'pl_gone').queryKey })
  expect(ids(client, '/links/pl_1/share')).toEqual([])
  expect(ids(client)).toEqual(['pl_1'])
  client.clear()
})
