import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Checkbox } from './checkbox'

it('a checkbox is a native input with our own look, or the native look with forced colors', () => {
  const html = renderToStaticMarkup(<Checkbox id="box" name="wrong" defaultChecked aria-describedby="hint" />)
  const field = /<input[^>]*>/.exec(html)?.[0] ?? ''
  for (const part of ['type="checkbox"', 'id="box"', 'name="wrong"', 'checked=""', 'aria-describedby="hint"'])
    expect(field).toContain(part)
  expect(field).toMatch(/class="[^"]*appearance-none[^"]*forced-colors:appearance-auto/)
  expect(html).toMatch(/<svg aria-hidden="true"[^>]*peer-checked:visible forced-colors:hidden/)
})
