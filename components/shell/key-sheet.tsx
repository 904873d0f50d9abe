'use client'

import { Fragment } from 'react'
import { useMember } from '@/components/data/member'
import { offeredItems } from '@/components/navigation/nav-items'
import { CheckField } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { keyboard } from '@/lib/messages/keyboard'

const { keys, names, groups } = keyboard

type Line = { label: string; keys: readonly string[]; joint?: string }

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  apple: boolean
  singleKeys: boolean
  onSingleKeys: (on: boolean) => void
}

/** Renders all keys of the dashboard, and the switch that turns single keys off (WCAG 2.1.4). */
export function KeySheet({ open, onOpenChange, apple, singleKeys, onSingleKeys }: Props) {
  const { granted } = useMember()
  const anywhere: Line[] = [
    { label: keys.palette, keys: [apple ? names.command : names.control, names.palette] },
    { label: keys.search, keys: ['/'] },
    ...(granted.includes('links.create') ? [{ label: keys.newLink, keys: ['C'] }] : []),
    { label: keys.showKeys, keys: ['?'] },
  ]
  const go: Line[] = offeredItems(granted).map(({ id, letter }) => ({
    label: keys[id],
    keys: ['G', letter.toUpperCase()],
    joint: keyboard.afterwards,
  }))
  const lists: Line[] = [
    { label: keys.nextRow, keys: ['J'] },
    { label: keys.previousRow, keys: ['K'] },
    { label: keys.openRow, keys: [names.enter] },
    { label: keys.copy, keys: ['Y'] },
  ]
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={keyboard.title}
      description={keyboard.lead}
      className="sm:w-[34rem]"
    >
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Keys title={groups.anywhere} lines={anywhere} />
        <Keys title={groups.go} lines={go} />
        <Keys title={groups.lists} lines={lists} />
      </div>
      <div className="mt-5 border-t pt-4">
        <CheckField
          label={keyboard.singleKeys}
          hint={keyboard.singleKeysHint}
          checked={singleKeys}
          onChange={(event) => onSingleKeys(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}

function Keys({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section>
      <h3 className="mb-1.5 font-medium text-muted text-xs">{title}</h3>
      <dl className="flex flex-col">
        {lines.map((line) => (
          <div key={line.label} className="flex min-h-8 items-center justify-between gap-4">
            <dt className="min-w-0">{line.label}</dt>
            <dd className="flex shrink-0 items-center gap-1 text-muted text-xs">
              {line.keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && line.joint ? line.joint : null}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
