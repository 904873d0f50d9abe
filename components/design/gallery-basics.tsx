'use client'

import { Copy, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonVariant } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { Menu, MenuHeading, MenuItem, MenuRadio, MenuSeparator } from '@/components/ui/menu'
import { Sheet } from '@/components/ui/sheet'
import { TextLink } from '@/components/ui/text-link'
import { useToast } from '@/components/ui/toast'
import { Tooltip } from '@/components/ui/tooltip'
import { common } from '@/lib/messages/common'
import { design } from '@/lib/messages/design'
import { keyboard } from '@/lib/messages/keyboard'
import { cn } from '@/lib/ui/cn'
import { Line, Part } from './part'

const { overlay, parts, sizes, states, type, variants } = design

/** Complete class names, because Tailwind generates only the classes that it finds in the source. */
const swatches = [
  'bg-canvas text-text',
  'bg-surface text-text',
  'bg-raised text-text',
  'bg-sunken text-muted',
  'bg-hover text-text',
  'bg-accent text-on-accent',
  'bg-accent-soft text-accent-text',
  'bg-success-soft text-success',
  'bg-danger-soft text-danger',
  'bg-danger-fill text-on-danger',
  'bg-warning-soft text-warning',
  'bg-neutral-soft text-neutral',
  'bg-test text-on-test',
  'border-test-line border-2 text-text',
] as const

export function Colours() {
  return (
    <Part title={parts.colours}>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {swatches.map((classes) => (
          <li key={classes} className={cn('rounded-md border px-3 py-2 text-xs', classes)}>
            {classes.split(' ')[0]?.replace('bg-', '')}
          </li>
        ))}
      </ul>
    </Part>
  )
}

export function Words() {
  return (
    <Part title={parts.type}>
      <p className="font-semibold text-3xl">{type.large}</p>
      <p className="font-semibold text-2xl">{type.large}</p>
      <p className="font-semibold text-xl">{type.large}</p>
      <p className="text-lg">{type.heading}</p>
      <p>{type.body}</p>
      <p className="text-muted text-sm">{type.muted}</p>
      <p className="text-muted text-xs">{type.muted}</p>
      <p className="tnum">{type.digits}</p>
      <p className="font-mono text-sm">{type.mono}</p>
      <Line>
        <Kbd>{keyboard.names.control}</Kbd>
        <Kbd>{keyboard.names.palette}</Kbd>
        <Kbd>{keyboard.names.enter}</Kbd>
      </Line>
    </Part>
  )
}

const variantNames = Object.keys(variants).filter((name): name is ButtonVariant => name in variants)

export function Actions() {
  return (
    <Part title={parts.buttons}>
      <Line>
        {variantNames.map((variant) => (
          <Button key={variant} variant={variant}>
            {variants[variant]}
          </Button>
        ))}
      </Line>
      <Line>
        {variantNames.map((variant) => (
          <Button key={variant} variant={variant} busy busyLabel={states.busy}>
            {variants[variant]}
          </Button>
        ))}
      </Line>
      <Line>
        {variantNames.map((variant) => (
          <Button key={variant} variant={variant} disabled>
            {states.disabled}
          </Button>
        ))}
      </Line>
      <Line>
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <Button key={size} size={size} icon={<Plus aria-hidden className="size-4" />}>
            {sizes[size]}
          </Button>
        ))}
        <Button
          size="icon"
          variant="quiet"
          aria-label={states.icon}
          icon={<Copy aria-hidden className="size-4" />}
        />
        <Button asChild>
          <a href="#light">{states.link}</a>
        </Button>
        <TextLink>
          <a href="#light">{states.inText}</a>
        </TextLink>
        <CopyButton
          value={type.mono}
          label={common.copy}
          copiedLabel={common.copied}
          failedLabel={common.copyFailed}
        />
        <CopyButton
          iconOnly
          variant="quiet"
          value={type.mono}
          label={common.copyThing(type.mono)}
          copiedLabel={common.copied}
          failedLabel={common.copyFailed}
        />
      </Line>
    </Part>
  )
}

/** Renders the floating elements, which follow the document's theme regardless of the part that opened them. */
export function Overlays({ theme }: { theme: string }) {
  const [open, setOpen] = useState(false)
  const [beside, setBeside] = useState(false)
  const [size, setSize] = useState<'sm' | 'md' | 'lg'>('md')
  const toast = useToast()
  return (
    <Part title={parts.overlays}>
      <Line>
        <Dialog
          open={open}
          onOpenChange={setOpen}
          trigger={<Button data-opens={`dialog-${theme}`}>{overlay.dialog}</Button>}
          title={overlay.dialogTitle}
          description={overlay.dialogBody}
          closeLabel={common.close}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>{overlay.keep}</Button>
              <Button variant="danger" onClick={() => setOpen(false)}>
                {overlay.close}
              </Button>
            </>
          }
        />
        <Sheet
          open={beside}
          onOpenChange={setBeside}
          trigger={<Button data-opens={`sheet-${theme}`}>{overlay.sheet}</Button>}
          title={overlay.sheetTitle}
          closeLabel={common.close}
          footer={
            <Button variant="primary" onClick={() => setBeside(false)}>
              {overlay.sheetDone}
            </Button>
          }
        >
          <p className="text-muted">{overlay.sheetBody}</p>
        </Sheet>
        <Menu align="start" trigger={<Button data-opens={`menu-${theme}`}>{overlay.menu}</Button>}>
          <MenuHeading>{overlay.menu}</MenuHeading>
          <MenuItem icon={<Copy aria-hidden className="size-4 text-muted" />}>{overlay.menuFirst}</MenuItem>
          <MenuSeparator />
          <MenuRadio
            value={size}
            options={(['sm', 'md', 'lg'] as const).map((value) => ({ value, label: sizes[value] }))}
            onChange={setSize}
          />
          <MenuSeparator />
          <MenuItem danger>{overlay.menuSecond}</MenuItem>
        </Menu>
        <Tooltip content={overlay.tooltipText}>
          <Button variant="quiet" data-opens={`tooltip-${theme}`}>
            {overlay.tooltip}
          </Button>
        </Tooltip>
        <Button
          data-opens={`toast-${theme}`}
          onClick={() =>
            toast({ message: overlay.toastText, action: { label: overlay.toastAction, onSelect: () => {} } })
          }
        >
          {overlay.toast}
        </Button>
        <Button onClick={() => toast({ message: overlay.toastFailedText, tone: 'danger' })}>
          {overlay.toastFailed}
        </Button>
      </Line>
    </Part>
  )
}
