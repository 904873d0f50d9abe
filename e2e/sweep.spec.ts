import { expect, type Page, test } from '@playwright/test'
import { checkScreen } from './check-screen'
import { signInAsOwner } from './demo'
import { listScreens, screenGroups } from './screens'

test.describe.configure({ mode: 'parallel' })
test.use({ actionTimeout: 30_000 })

for (const group of screenGroups)
  test(`every screen of the group ${group} is accessible, fits every width and reports no error`, async ({
    page,
  }) => {
    test.setTimeout(600_000)
    const isDashboard = group !== 'payer' && group !== 'documentation'
    if (isDashboard) await signInAsOwner(page)
    const messages = collectMessages(page)
    // The menus of the dashboard's shell are the same on every screen: those of Home stand for all.
    const within = isDashboard && group !== 'home' ? 'main' : 'body'
    const opening = { opened: new Set<string>(), within } as const
    for (const screen of (await listScreens())[group]) await checkScreen(page, screen, opening)
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
