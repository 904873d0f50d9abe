import type { Browser, BrowserContextOptions } from '@playwright/test'
import type { Instance } from './instance'

/** Running instance with its owner's browser. */
export interface PageBenchContext {
  browser: Browser
  instance: Instance
  folder: string
  rounds: number
  /** Session of the demo's owner; each page is opened in its own context with an empty cache. */
  owner: NonNullable<BrowserContextOptions['storageState']>
}
