import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Checkbox } from './checkbox'

it('is the platform’s own field in the house’s lines, and the platform’s own where colours are forced', () => {
  const html = renderToStaticMarkup(<Checkbox id="box" name="wrong" defaultChecked aria-describedby="hint" />)
  const field = /<input[^>]*>/.exec(html)?.[0] ?? ''
  for (const part of ['type="checkbox"', 'id="box"', 'name="wrong"', 'checked=""', 'aria-describedby="hint"'])
    expect(field).toContain(part)
  expect(field).toMatch(/class="[^"]*appearance-none[^"]*forced-colors:appearance-auto/)
  expect(html).toMatch(/<svg aria-hidden="true"[^>]*peer-checked:visible forced-colors:hidden/)
})
