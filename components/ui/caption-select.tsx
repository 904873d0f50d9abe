'use client'

import * as Primitive from '@radix-ui/react-select'
import { getNonce } from 'get-nonce'
import { Check, ChevronDown } from 'lucide-react'
import type { ChangeEvent } from 'react'
import type { DropdownProps } from 'react-day-picker'
import { cn } from '@/lib/ui/cn'
import { ON_TOUCH, useMedia } from './use-media'

const look = 'hit inline-flex items-center gap-0.5 rounded-md px-1.5 font-semibold text-sm hover:bg-hover'

/** Renders the month or year select of a calendar: native on a touch device, otherwise our own. */
export function CaptionSelect(props: DropdownProps) {
  const isTouch = useMedia(ON_TOUCH)
  return isTouch ? <PlatformList {...props} /> : <OwnList {...props} />
}

function OwnList({ options = [], value, onChange, disabled, 'aria-label': name }: DropdownProps) {
  const nonce = getNonce()
  function choose(next: string) {
    // The cast is safe: the calendar reads only the value of the event.
    onChange?.({ target: { value: next } } as ChangeEvent<HTMLSelectElement>)
  }
  return (
    <Primitive.Root value={String(value)} onValueChange={choose} disabled={disabled === true}>
      <Primitive.Trigger aria-label={name} className={look}>
        <Shown options={options} value={value} />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          aria-label={name}
          className="z-50 flex max-h-(--radix-select-content-available-height) animate-rise flex-col rounded-lg bg-raised p-1 shadow-float"
        >
          <Primitive.Viewport {...(nonce ? { nonce } : {})}>
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={String(option.value)}
                disabled={option.disabled}
                className={cn(
                  'hit flex cursor-pointer select-none items-center gap-4 rounded-sm px-2.5 text-base outline-none',
                  'data-highlighted:bg-accent-soft data-disabled:opacity-50',
                )}
              >
                <span className="tnum grow">
                  <Primitive.ItemText>{option.label}</Primitive.ItemText>
                </span>
                <span className="size-4">
                  <Primitive.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent-text" />
                  </Primitive.ItemIndicator>
                </span>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function PlatformList({ options = [], className: _, style: __, ...select }: DropdownProps) {
  return (
    <span className={cn(look, 'relative has-focus-visible:outline-2 has-focus-visible:outline-accent')}>
      <select
        {...select}
        className="absolute inset-0 w-full cursor-pointer appearance-none opacity-0 pointer-coarse:text-lg"
      >
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <span aria-hidden className="contents">
        <Shown options={options} value={select.value} />
      </span>
    </span>
  )
}

function Shown({ options, value }: Pick<Required<DropdownProps>, 'options'> & Pick<DropdownProps, 'value'>) {
  return (
    <>
      <span>{options.find((option) => option.value === value)?.label}</span>
      <ChevronDown aria-hidden className="size-3.5 text-muted" />
    </>
  )
}
