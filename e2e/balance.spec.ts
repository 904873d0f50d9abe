import { expect, test } from '@playwright/test'
import { feeMinor, grossOfNet, percentToPpm } from '@/lib/domain/fee'
import { formatMajor, toMajor } from '@/lib/domain/money'
import { english } from '@/test/english'
import { accountPath, callApi, signInAsOwner } from './demo'
import { openPage } from './open-page'

const figures = ['available', 'in_transit', 'paid_out'] as const

test('each figure of the balance opens into rows that add up, and the calculator works in both directions', async ({
  page,
}) => {
  await signInAsOwner(page)
  await openPage(page, accountPath('/balance'))
  await expect(page.getByRole('heading', { level: 1, name: english('shell.balance') })).toBeVisible()
  for (const figure of figures) {
    const region = page.getByRole('region', { name: english(`balance.figures.${figure}`), exact: true })
    await region.getByRole('button', { name: english('balance-page.explain.button') }).click()
    const dialog = page.getByRole('dialog', {
      name: english('balance-page.explain.titleOf', { figure: english(`balance.figures.${figure}`) }),
    })
    await expect(dialog.getByRole('status')).toContainText(english('balance-page.explain.addsUp'))
    // Payments of other tests may change both at any time. The open dialog hides the region from its role.
    await expect(async () => {
      const card = page.locator(`section[aria-label="${english(`balance.figures.${figure}`)}"]`)
      const amount = (await card.locator('p').first().innerText()).trim()
      await expect(dialog.locator('dl')).toContainText(amount, { timeout: 500 })
    }).toPass()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(region.getByRole('button', { name: english('balance-page.explain.button') })).toBeFocused()
  }

  const { fee_schedule: fees, currency } = await (await callApi('GET', '/balance')).json()
  const rate = { percentPpm: percentToPpm(fees.percent), fixedMinor: Math.round(fees.fixed * 100) }
  const written = (minor: number) => formatMajor(toMajor(minor, currency), currency)
  await page.locator('summary', { hasText: english('balance.fees.calculator') }).click()
  const gross = page.getByRole('textbox', { name: english('balance.fees.gross') })
  const net = page.getByRole('textbox', { name: english('balance.fees.net') })
  await gross.fill('25,00')
  await expect(net).toHaveValue(written(2_500 - feeMinor(2_500, rate)))
  await net.fill('25,00')
  await expect(gross).toHaveValue(written(grossOfNet(2_500, rate) ?? 0))
  await net.fill('1.234')
  await net.blur()
  await expect(net).toHaveAttribute('aria-invalid', 'true')
})
