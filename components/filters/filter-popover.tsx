'use client'

import type { ComponentProps } from 'react'
import { FloatingPanel } from '@/components/ui/floating-panel'
import { common } from '@/lib/messages/common'

type Props = Omit<ComponentProps<typeof FloatingPanel>, 'className' | 'sheetCloseLabel'> & {
  /** As wide as its choices. */
  wide: boolean
}

/** The choices of one filter, open as long as this is mounted; on a phone a sheet from below. */
export function FilterPopover({ wide, ...panel }: Props) {
  return <FloatingPanel {...panel} className={wide ? 'w-max p-0' : 'w-76'} sheetCloseLabel={common.close} />
}
