import type { Browser, BrowserContextOptions } from '@playwright/test'
import type { House } from './house'

/** A house with its owner's browser. */
export interface PageBench {
  browser: Browser
  house: House
  folder: string
  rounds: number
  /** The demo's owner, signed in; each page is asked for in a context of its own, with nothing in its cache. */
  owner: NonNullable<BrowserContextOptions['storageState']>
}
