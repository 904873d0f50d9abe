import type { ReactNode } from 'react'
import { Kbd } from '@/components/ui/kbd'
import { keyboard } from '@/lib/messages/keyboard'
import { search } from '@/lib/messages/search'

/** Renders the keys of the palette, on devices with a keyboard. */
export function PaletteHints() {
  const { names } = keyboard
  return (
    <p
      aria-hidden
      className="flex gap-4 border-t bg-sunken px-4 py-2 text-muted text-xs pointer-coarse:hidden max-sm:hidden"
    >
      <Hint keys={[names.up, names.down]}>{search.hintMove}</Hint>
      <Hint keys={[names.enter]}>{search.hintOpen}</Hint>
      <Hint keys={[names.control, names.enter]}>{search.hintTab}</Hint>
      <Hint keys={[names.escape]}>{search.hintClose}</Hint>
    </p>
  )
}

function Hint({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1">
      {keys.map((key) => (
        <Kbd key={key} className="bg-raised">
          {key}
        </Kbd>
      ))}
      <span className="ml-0.5">{children}</span>
    </span>
  )
}
