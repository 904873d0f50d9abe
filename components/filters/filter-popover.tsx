'use client'

import type { ComponentProps } from 'react'
import { FloatingPanel } from '@/components/ui/floating-panel'
import { common } from '@/lib/messages/common'

type Props = Omit<ComponentProps<typeof FloatingPanel>, 'className' | 'sheetCloseLabel'> & {
  width: FilterWidth
}

/** A list of words, a list of titles, or as wide as its choices. */
export type FilterWidth = 'list' | 'titles' | 'choices'

const WIDTHS: Record<FilterWidth, string> = { list: 'w-76', titles: 'w-96', choices: 'w-max p-0' }

/** The choices of one filter, open as long as this is mounted; on a phone a sheet from below. */
export function FilterPopover({ width, ...panel }: Props) {
  return <FloatingPanel {...panel} className={WIDTHS[width]} sheetCloseLabel={common.close} />
}
