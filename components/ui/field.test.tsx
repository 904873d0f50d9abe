import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Field } from './field'
import { Input } from './input'

const drawn = (error?: string) =>
  renderToStaticMarkup(
    <Field id="key" label="API key" hint="It starts with sk_" error={error}>
      <Input name="api_key" />
    </Field>,
  )

it('tells the hint while nothing is wrong', () => {
  const html = drawn()
  expect(html).toContain('It starts with sk_')
  expect(html).toContain('aria-describedby="key-hint"')
  expect(html).not.toContain('aria-invalid=')
  expect(html).toContain('<div id="key-error" aria-live="polite" class="empty:hidden"></div>')
})

it('tells the error in the hint’s place, and leads to no hint that is not there', () => {
  const html = drawn('This key is not known.')
  expect(html).not.toContain('It starts with sk_')
  expect(html).toContain('aria-describedby="key-error"')
  expect(html).toContain('aria-invalid="true"')
  expect(html).toContain('This key is not known.')
})
