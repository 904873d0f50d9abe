import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import { ROOT } from './stamps.mjs'

/** Pages for payers, and their folders in Next's build. */
const PAGES = {
  '/pay/[linkId]': '(checkout)/pay/[linkId]',
  '/join/[slug]': '(checkout)/join/[slug]',
  '/receipt/[paymentId]': '(checkout)/receipt/[paymentId]',
}

/** Scripts that others serve to these pages. They change without notice, so no hash can pin them. */
export const EXTERNAL_SCRIPTS = [
  {
    src: 'https://js.stripe.com/dahlia/stripe.js',
    pages: ['/pay/[linkId]', '/join/[slug]'],
    purpose: "card fields of Stripe, with PROCESSOR=stripe alone; loads further scripts of Stripe's",
  },
]

/** @typedef {{ src: string, sha384: string }} Script */
/** @typedef {{ pages: Record<string, Script[]>, external: typeof EXTERNAL_SCRIPTS }} Inventory */

/** File of the inventory below the folder of a build. */
const FILE = 'payer-scripts.json'

/**
 * Returns the scripts of the payer's pages in a build, each with its SHA-384: those of the page's first load, and those
 * that any of these can load later. @param {string} [build] folder of the build @returns {Inventory}
 */
export function payerScripts(build = path.join(ROOT, '.next')) {
  const pages = Object.entries(PAGES).map(([page, folder]) => {
    const server = path.join(build, 'server/app', folder)
    const manifests = ['page/build-manifest.json', 'page_client-reference-manifest.js']
    const found = new Set(manifests.flatMap((file) => chunksIn(path.join(server, file))))
    // A set yields what is added while it is read.
    for (const chunk of found) for (const other of chunksIn(path.join(build, chunk))) found.add(other)
    return [page, [...found].sort().map((chunk) => hashed(build, chunk))]
  })
  return { pages: Object.fromEntries(pages), external: EXTERNAL_SCRIPTS }
}

/** Writes the inventory into the folder of the build. */
export function writePayerScripts() {
  const text = JSON.stringify(payerScripts(), null, 2)
  fs.writeFileSync(path.join(ROOT, '.next', FILE), `${text}\n`)
}

/** Screens of the dashboard's navigation, and their folders below the account's in Next's build. */
const SCREENS = [
  '',
  'payments',
  'customers',
  'links',
  'balance/(overview)',
  '(panel)/developers/keys',
  'settings/(overview)',
]

/**
 * Writes into the folder of the build what pages read from it: the URLs of the scripts of the navigation's screens, and the
 * style sheet of the payer's pages, with its URL.
 */
export function writePageFiles() {
  const build = path.join(ROOT, '.next')
  /** @param {string} folder */
  const manifestOf = (folder) => path.join(build, 'server/app', folder, 'page_client-reference-manifest.js')
  const scripts = SCREENS.flatMap((screen) => chunksIn(manifestOf(`(dashboard)/[account]/${screen}`)))
  const urls = [...new Set(scripts)].map((chunk) => `/_next/${chunk}`)
  fs.writeFileSync(path.join(build, 'screen-scripts.json'), JSON.stringify(urls))
  const bank = fs.readFileSync(manifestOf('(checkout)/test-bank/confirm/[challenge]'), 'utf8')
  const [, sheet] = /\[challenge\]\/page":\[\{"path":"([^"]+\.css)"/.exec(bank) ?? []
  if (!sheet) throw new Error("The build has no style sheet of the payer's pages.")
  fs.writeFileSync(path.join(build, 'payer-sheet.txt'), `/_next/${sheet}`)
  // The fonts' URLs are relative to the sheet.
  const style = fs.readFileSync(path.join(build, sheet), 'utf8').replaceAll('url(../', 'url(/_next/static/')
  fs.writeFileSync(path.join(build, 'payer.css'), style)
}

/** Returns the inventory that the last build wrote. @returns {Inventory} */
export function readPayerScripts() {
  return JSON.parse(fs.readFileSync(path.join(ROOT, '.next', FILE), 'utf8'))
}

/** Returns the names of the scripts in a file of the build. @param {string} file @returns {string[]} */
function chunksIn(file) {
  return fs.readFileSync(file, 'utf8').match(/static\/chunks\/[\w.~-]+\.js/g) ?? []
}

/** @param {string} build @param {string} chunk @returns {Script} */
function hashed(build, chunk) {
  const bytes = fs.readFileSync(path.join(build, chunk))
  return { src: `/_next/${chunk}`, sha384: sha384Of(bytes) }
}

/** Returns a hash in the notation of an `integrity` attribute. @param {Uint8Array} bytes */
export function sha384Of(bytes) {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}
