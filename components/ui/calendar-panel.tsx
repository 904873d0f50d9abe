'use client'

import { type ComponentProps, type RefObject, useState } from 'react'
import { Calendar } from './calendar'
import { FloatingPanel } from './floating-panel'

type Props = {
  id: string
  name: string
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
  closeLabel: string
  calendar: Omit<ComponentProps<typeof Calendar>, 'month' | 'onMonth' | 'months' | 'autoFocus' | 'chosen'> & {
    chosen: string
  }
}

/** Renders the calendar of one day in a panel; open while it is mounted. It begins at the chosen day. */
export function CalendarPanel({ calendar, closeLabel, ...panel }: Props) {
  const [month, setMonth] = useState(calendar.chosen || calendar.today)
  return (
    <FloatingPanel {...panel} className="w-max p-3" sheetCloseLabel={closeLabel}>
      <Calendar {...calendar} month={month} onMonth={setMonth} autoFocus />
    </FloatingPanel>
  )
}
