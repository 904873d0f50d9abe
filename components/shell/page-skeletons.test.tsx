import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DetailSkeleton } from './page-skeletons'

const back = { href: '/payments', label: 'Payments' }
/** What each card of an outline is made of, in their order. */
const cards = (html: string) =>
  html
    .split('<section')
    .slice(1)
    .map((card) =>
      card.includes('rounded-full') ? 'events' : card.includes('max-w-48') ? 'properties' : 'rows',
    )

it('outlines what happened where that will be told, beside the properties', () => {
  expect(cards(renderToStaticMarkup(<DetailSkeleton tab="Payment" back={back} />))).toEqual([
    'events',
    'properties',
    'properties',
  ])
})

it('a link has its payments before what happened', () => {
  expect(cards(renderToStaticMarkup(<DetailSkeleton tab="Link" back={back} withStats />))).toEqual([
    'rows',
    'events',
    'properties',
  ])
})
