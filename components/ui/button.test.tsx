import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Button } from './button'

const texts = (html: string) =>
  html
    .replace(/<svg.*?<\/svg>/g, '*')
    .replace(/<[^>]+>/g, ' ')
    .trim()
    .split(/\s+/)

it('a button reserves the width of both labels and shows one of them', () => {
  const idle = renderToStaticMarkup(<Button busyLabel="Creating">Create</Button>)
  const busy = renderToStaticMarkup(
    <Button busy busyLabel="Creating">
      Create
    </Button>,
  )
  expect(texts(idle)).toEqual(texts(busy))
  expect(idle).toMatch(/invisible[^>]*>(?:(?!<\/span>).)*Creating/)
  expect(busy).toMatch(/invisible[^>]*>Create</)
  expect(busy).toContain('aria-busy="true"')
})

it('a button without a busy label shows a spinner instead of its icon or label, which remains its name', () => {
  const icon = renderToStaticMarkup(
    <Button busy icon={<i>icon</i>}>
      Stop
    </Button>,
  )
  expect(texts(icon)).toEqual(['*Stop'])
  expect(icon).not.toContain('opacity-0')
  const word = renderToStaticMarkup(<Button busy>Undo</Button>)
  expect(word).toMatch(/opacity-0[^>]*>Undo</)
})
