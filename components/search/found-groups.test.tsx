import { describe, expect, it } from 'vitest'
import { further, isAboutLinks } from './found-groups'

const link = (id: string, title: string) => ({ id, title })
const payment = (name: string, email = '') => ({ id: 'pay_1', payer: { name, email } })

describe('what was found begins with the noun that is called so', () => {
  it.each([
    [
      'a title of links, which their payments only belong to',
      'weekend',
      [link('pl_1', 'Weekend box')],
      [payment('Emma')],
      true,
    ],
    [
      'words of a title in another order',
      'box, weekend',
      [link('pl_1', 'Weekend box')],
      [payment('Emma')],
      true,
    ],
    ['the id of a link', 'pl_12345678', [link('pl_12345678', 'Box')], [payment('Emma')], true],
    [
      'the address of a link',
      'shop.example/pay/pl_12345678?from=mail',
      [link('pl_12345678', 'Box')],
      [payment('Emma')],
      true,
    ],
    ['a payer, whose name a link has too', 'emma', [link('pl_1', 'For Emma')], [payment('Emma')], false],
    [
      'a payer, whose name is typed without its accents',
      'zoe',
      [link('pl_1', 'Zoë’s')],
      [payment('Zoë')],
      false,
    ],
    ['an e-mail', 'box@', [link('pl_1', 'Weekend box')], [payment('Emma', 'box@shop.test')], false],
    ['an amount, which neither is called', '44.50', [link('pl_1', 'Weekend box')], [payment('Emma')], false],
  ])('%s', (_, text, links, payments, expected) => {
    expect(isAboutLinks({ links, payments }, text)).toBe(expected)
  })
})

it('where nobody answered, every list is offered', () => {
  expect(further('nobody').flatMap(({ options }) => options)).toHaveLength(3)
})
