import { expect, type Locator, type Page, test } from '@playwright/test'
import { calendar } from '@/lib/messages/calendar'
import { common } from '@/lib/messages/common'
import { errors } from '@/lib/messages/errors'
import { keyboard } from '@/lib/messages/keyboard'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { search } from '@/lib/messages/search'
import { shell } from '@/lib/messages/shell'
import { signInAsOwner } from './demo'
import { arrive } from './screens'

const IMAGES = 'test-results/images/shell'

test('going offline is said for as long as it lasts', async ({ page, context }) => {
  await signInAsOwner(page)
  await page.goto('/')
  const alive = page.getByText(shell.healthShort.live).filter({ visible: true })
  await expect(alive.or(page.getByText(shell.healthShort.behind)).first()).toBeVisible()
  const notice = page.getByText(shell.offlineTitle, { exact: true })
  await goOffline(page)
  // The dot says nothing that nobody can know now.
  await expect(alive).toHaveCount(0)
  const away = page.getByText(shell.healthShort.offline, { exact: true }).filter({ visible: true })
  await expect(away).toBeVisible()
  await page.screenshot({ path: `${IMAGES}/offline.png` })
  await context.setOffline(false)
  await expect(notice).toHaveCount(0)
  await expect(away).toHaveCount(0)
})

test('without a network nothing leads away: not a tab, a row, the menu, a key or a search', async ({
  page,
  context,
}) => {
  await signInAsOwner(page)
  await arrive(page, '/payments')
  const rows = page.locator('[data-payment]')
  await expect(rows.first()).toBeVisible()
  await goOffline(page)
  const search = page.getByRole('searchbox', { name: payments.searchLabel })
  const tries: (() => Promise<void>)[] = [
    () => page.getByRole('navigation', { name: payments.statusTabs }).getByRole('link').nth(2).click(),
    () => rows.first().locator('a[data-row]').click(),
    () => page.getByRole('navigation', { name: shell.mainNavigation }).getByRole('link').first().click(),
    async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('l')
    },
  ]
  for (const leave of tries) {
    await leave()
    await expect(page.getByText(shell.offlineStayed)).toBeVisible()
    await expect(page).toHaveURL(/\/payments$/)
    await expect(rows.first()).toBeVisible()
  }
  const word = (await rows.nth(3).locator('[dir=auto]').first().innerText()).trim()
  await search.fill(word)
  await search.press('Enter')
  await expect(rows.nth(3)).toBeVisible()
  await expect(page).toHaveURL(/\/payments$/)
  await expect(search).toHaveValue(word)

  // Back again, what was typed is asked for, and everything leads on.
  await context.setOffline(false)
  await expect(page).toHaveURL(/[?&]q=/)
  await expect(page.getByText(shell.offlineTitle)).toHaveCount(0)
  await rows.first().locator('a[data-row]').click()
  await expect(page).toHaveURL(/\/payments\/.+/)
})

type Press = { path: string; press: (page: Page) => Promise<void>; opens: (page: Page) => Locator }

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const byName = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()

/** What comes with its own script, and how a person asks for it. */
const LATE: Record<string, Press> = {
  'the keys': {
    path: '/payments',
    press: (page) => page.keyboard.press('?'),
    opens: (page) => dialog(page, keyboard.title),
  },
  'the palette': {
    path: '/payments',
    press: (page) => page.keyboard.press('Control+k'),
    opens: (page) => page.getByRole('combobox', { name: search.label }),
  },
  'the date': {
    path: '/payments',
    press: byName(payments.period),
    opens: (page) => dialog(page, payments.period),
  },
  'the link': {
    path: '/payments',
    press: byName(payments.linkFilter),
    opens: (page) => dialog(page, payments.linkFilter),
  },
  'the account': {
    path: '/payments',
    press: (page) => page.getByRole('button', { name: shell.accountMenu }).filter({ visible: true }).click(),
    opens: (page) => page.getByRole('menu'),
  },
  'the team': {
    path: '/payments',
    press: (page) => page.getByRole('button', { name: shell.teamMenu }).filter({ visible: true }).click(),
    opens: (page) => page.getByRole('menu'),
  },
  'a row’s verbs': {
    path: '/links',
    press: (page) =>
      page
        .locator('#content')
        .getByRole('button', { name: links.more })
        .filter({ visible: true })
        .first()
        .click(),
    opens: (page) => page.getByRole('menu'),
  },
  'a time': {
    path: '/links/new',
    press: (page) => page.getByText(links.form.expiryCustom, { exact: true }).click(),
    opens: (page) => page.getByRole('button', { name: calendar.moment.choose }),
  },
}

for (const [name, { path, press, opens }] of Object.entries(LATE)) {
  test(`without a network and without its script: ${name} takes nothing off the screen and says why`, async ({
    page,
    context,
  }) => {
    // Who saves data is sent nothing ahead.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
    await signInAsOwner(page)
    await arrive(page, path)
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    await goOffline(page)
    await press(page)
    await expect(page.getByText(shell.offlineStayed)).toBeVisible()
    await expect(opens(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(shell.offlineTitle)).toHaveCount(0)
    await press(page)
    await expect(opens(page)).toBeVisible()
  })
}

test('what a page may open was fetched while it rested, and opens without a network', async ({
  page,
  context,
}) => {
  await signInAsOwner(page)
  for (const path of new Set(Object.values(LATE).map((late) => late.path))) {
    await context.setOffline(false)
    await arrive(page, path)
    await scriptsRest(page)
    await goOffline(page)
    for (const [name, { press, opens }] of Object.entries(LATE).filter(([, late]) => late.path === path)) {
      await press(page)
      await expect(opens(page)).toBeVisible()
      // Its list cannot be had, which is not to say that there is none.
      if (name === 'the link') await expect(opens(page).getByText(payments.linkOffline)).toBeVisible()
      await page.keyboard.press('Escape')
    }
    await expect(page.getByText(shell.offlineStayed)).toHaveCount(0)
  }
})

test('without a network the palette says so, and still leads to places', async ({ page }) => {
  await signInAsOwner(page)
  await arrive(page, '/payments')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: search.label })
  await expect(field).toBeVisible()
  await goOffline(page)
  await field.fill('wine')
  await expect(dialog(page, search.title).getByText(search.offline).first()).toBeVisible()
  await field.fill('settings')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText(search.offline)).toHaveCount(0)
})

test('a page that failed says so where there is no network, and trying again stays', async ({
  page,
  context,
}) => {
  await signInAsOwner(page)
  await arrive(page, '/settings')
  // What shows an amount or a day breaks from now on.
  await page.evaluate(() => {
    for (const { prototype } of [Intl.NumberFormat, Intl.DateTimeFormat]) {
      for (const name of ['format', 'formatToParts']) {
        Object.defineProperty(prototype, name, {
          get: () => {
            throw new Error('broken for this journey')
          },
        })
      }
    }
  })
  await page.getByRole('navigation', { name: shell.mainNavigation }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: errors.failedTitle })).toBeVisible()
  // A page that is cut off half-way is another story.
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => name.includes('_rsc=') && new URL(name).pathname === '/'),
  )
  await context.setOffline(true)
  await expect(page.getByRole('heading', { name: errors.offlineTitle })).toBeVisible()
  await page.getByRole('button', { name: common.retry }).click()
  await expect(page.getByText(shell.offlineStayed)).toBeVisible()
  await expect(page.getByRole('heading', { name: errors.offlineTitle })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: errors.failedTitle })).toBeVisible()
})

/** Until no script has come for longer than the page waits between two. */
async function scriptsRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    const last = Math.max(0, ...scripts.map(({ startTime, duration }) => startTime + duration))
    return document.readyState === 'complete' && performance.now() - last > 3_500
  })
}

/** The notice is there once the page listens. */
async function goOffline(page: Page): Promise<void> {
  await expect(async () => {
    await page.context().setOffline(true)
    await expect(page.getByText(shell.offlineTitle, { exact: true })).toBeVisible({ timeout: 1_000 })
  }).toPass()
}
