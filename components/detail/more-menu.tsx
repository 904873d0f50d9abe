import { Ellipsis, LifeBuoy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { writeClipboard } from '@/components/ui/copy-button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'

export const menuIconClasses = 'size-4 text-muted'

export function MoreMenu({ children }: { children: ReactNode }) {
  const t = useTexts()
  return (
    <Menu
      trigger={
        <Button
          aria-label={t('detail.more')}
          title={t('detail.more')}
          className="min-w-9 px-0 pointer-coarse:min-w-11"
          Icon={Ellipsis}
        />
      }
    >
      {children}
    </Menu>
  )
}

/** Renders the item that copies a redacted summary of the object. */
export function SupportItem({ summary }: { summary: string }) {
  const t = useTexts()
  const toast = useToast()
  async function copySummary() {
    const ok = await writeClipboard(summary)
    toast(ok ? { message: t('detail.supportCopied') } : { tone: 'danger', message: t('common.copyFailed') })
  }
  return (
    <MenuItem Icon={LifeBuoy} onSelect={() => void copySummary()}>
      {t('detail.support')}
    </MenuItem>
  )
}
