import { expect, type Page, test } from '@playwright/test'
import { checkScreen } from './check-screen'
import { signInAsOwner } from './demo'
import { listScreens, type Screens } from './screens'

test.describe.configure({ mode: 'parallel' })

const groups: readonly (keyof Screens)[] = ['home', 'links', 'payments', 'account', 'payer', 'documentation']

for (const group of groups)
  test(`every ${group} screen is accessible in both themes, fits every width and reports no error`, async ({
    page,
  }) => {
    test.setTimeout(300_000)
    if (group !== 'payer' && group !== 'documentation') await signInAsOwner(page)
    const messages = collectMessages(page)
    const opened = new Set<string>()
    for (const screen of (await listScreens())[group]) await checkScreen(page, screen, opened)
    expect.soft(messages, 'console messages').toEqual([])
  })

function collectMessages(page: Page): string[] {
  const messages: string[] = []
  page.on('console', (message) => {
    // The browser itself reports the status of a missing page.
    const isStatus = message.text().startsWith('Failed to load resource')
    if (!isStatus && ['warning', 'error'].includes(message.type()))
      messages.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => messages.push(`${page.url()}: ${error.message}`))
  return messages
}
