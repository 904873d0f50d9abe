'use server'

import {
  changeLinkImport,
  changeLinkImportInput,
  startLinkImport,
  startLinkImportInput,
} from '@/lib/dashboard/link-imports/start-link-import'
import { action } from '@/lib/dashboard/web/action'

export const startLinkImportAction = action('links.create', startLinkImportInput, startLinkImport)
export const changeLinkImportAction = action('links.create', changeLinkImportInput, changeLinkImport)
