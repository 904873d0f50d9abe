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

it('a valid field is described by its hint', () => {
  const html = drawn()
  expect(html).toContain('It starts with sk_')
  expect(html).toContain('aria-describedby="key-hint"')
  expect(html).not.toContain('aria-invalid=')
  expect(html).toContain('<div id="key-error" aria-live="polite" class="empty:hidden"></div>')
})

it('an invalid field is described by its error only', () => {
  const html = drawn('This key is not known.')
  expect(html).not.toContain('It starts with sk_')
  expect(html).toContain('aria-describedby="key-error"')
  expect(html).toContain('aria-invalid="true"')
  expect(html).toContain('This key is not known.')
})
