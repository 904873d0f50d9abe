import type { Page } from '@playwright/test'

const ROW_TIMEOUT_MS = 20_000

// Texts, not functions: helpers that a bundler adds to a function do not exist in the page.
const RECORD_CLICKS = `document.addEventListener('click', (event) => {
  if (event.target.closest?.('button[type=submit]'))
    sessionStorage.setItem('clicked', String(performance.timeOrigin + event.timeStamp))
}, true)`

const WATCH = `(title) => {
  const shown = () => [...document.querySelectorAll('[data-payment]')].some(
    (row) => row.textContent.includes(title) && row.getClientRects().length > 0)
  window.arrived = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the row of ' + title + ' did not come')), ${ROW_TIMEOUT_MS})
    const observer = new MutationObserver(() => {
      if (!shown()) return
      observer.disconnect()
      clearTimeout(timer)
      resolve(performance.timeOrigin + performance.now())
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  window.arrived.catch(() => {})
}`

/** Records in every page of this tab when its form's button is clicked. */
export async function recordClicks(page: Page): Promise<void> {
  await page.addInitScript(RECORD_CLICKS)
}

/** Returns the time of the last click on the button in this tab, by the browser's own clock, in milliseconds. */
export async function clickedAt(page: Page): Promise<number> {
  return Number(await page.evaluate(`sessionStorage.getItem('clicked')`))
}

/** Starts to watch for the row with this title. */
export async function watchForRow(page: Page, title: string): Promise<void> {
  await page.evaluate(`(${WATCH})(${JSON.stringify(title)})`)
}

/** Returns the time at which the watched row appeared, by the browser's own clock, in milliseconds. */
export async function rowShownAt(page: Page): Promise<number> {
  return Number(await page.evaluate('window.arrived'))
}
