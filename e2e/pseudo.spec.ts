import { test } from '@playwright/test'
import { languages } from '@/lib/domain/languages'
import { translatorOf } from '@/lib/messages/catalogue'
import { demo, signInAs } from './demo'
import { expectLanguage } from './expect-language'
import { gotoPage, openPage } from './open-page'
import { listScreens, screenGroups } from './screens'

test.describe.configure({ mode: 'parallel' })
// Else an action without its element would wait until the test ends.
test.use({ locale: languages.es.locale, actionTimeout: 30_000 })

/** Groups of screens with translated texts. */
const groups = screenGroups.filter((group) => group !== 'documentation')

// The pseudo-language replaces Spanish (docs/languages.md).
for (const group of process.env.PSEUDO_TEXTS === '1' ? groups : [])
  test(`every text of the group ${group} is in the catalogue, and fits if it is a third longer`, async ({
    page,
  }) => {
    test.setTimeout(600_000)
    const t = translatorOf('es')
    if (group !== 'payer') await signInAs(page, demo(), t)
    for (const { name, path, prepare } of (await listScreens())[group]) {
      await (group === 'payer' ? gotoPage : openPage)(page, path)
      await prepare?.(page, t)
      await expectLanguage(page, 'es', `${name} in the pseudo-language`, (width) =>
        page.screenshot({
          path: `test-results/screens/pseudo-${name}-${width}.jpg`,
          type: 'jpeg',
          quality: 80,
        }),
      )
    }
  })
