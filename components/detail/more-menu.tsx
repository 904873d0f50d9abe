import { Ellipsis, LifeBuoy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { writeClipboard } from '@/components/ui/copy-button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { common } from '@/lib/messages/common'
import { detail as copy } from '@/lib/messages/detail'

export const menuIconClasses = 'size-4 text-muted'

/** Renders the menu of a detail page's secondary actions. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <Menu
      trigger={
        <Button aria-label={copy.more} title={copy.more} className="min-w-9 px-0 pointer-coarse:min-w-11">
          <Ellipsis aria-hidden className="size-4" />
        </Button>
      }
    >
      {children}
    </Menu>
  )
}

/** Renders the item that copies a redacted summary of the object. */
export function SupportItem({ summary }: { summary: string }) {
  const toast = useToast()
  async function copySummary() {
    const ok = await writeClipboard(summary)
    toast(ok ? { message: copy.supportCopied } : { tone: 'danger', message: common.copyFailed })
  }
  return (
    <MenuItem icon={<LifeBuoy aria-hidden className={menuIconClasses} />} onSelect={() => void copySummary()}>
      {copy.support}
    </MenuItem>
  )
}
