'use client'

import type { ComponentProps } from 'react'
import { FloatingPanel } from '@/components/ui/floating-panel'
import { common } from '@/lib/messages/common'

type Props = Omit<ComponentProps<typeof FloatingPanel>, 'className' | 'sheetCloseLabel'> & {
  width: FilterWidth
}

/** The width of a popover by its content: a list of labels, a list of titles, a form, or as wide as its choices. */
export type FilterWidth = 'list' | 'titles' | 'form' | 'choices'

const WIDTHS: Record<FilterWidth, string> = {
  list: 'w-76',
  titles: 'w-96',
  form: 'w-76 scroll-pb-20 p-(--panel-pad) [--panel-pad:0.75rem]',
  choices: 'w-max scroll-pb-20 p-0 [--panel-pad:0rem]',
}

/** Renders the choices of one filter; open while it is mounted. A sheet on a narrow or low screen. */
export function FilterPopover({ width, ...panel }: Props) {
  return <FloatingPanel {...panel} className={WIDTHS[width]} sheetCloseLabel={common.close} />
}
