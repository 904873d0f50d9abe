import { LogOut, ShieldCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
import { ButtonLink } from '@/components/navigation/link-looks'
import { signOut } from '@/components/navigation/sign-out'
import { useTexts } from '@/components/texts/texts-provider'
import { ThemeChoice } from '@/components/theme/theme-choice'
import { Button } from '@/components/ui/button'
import { Sheet } from '@/components/ui/dialog'
import { type AccountMenu, Avatar } from './account-menu'

type Props = ComponentProps<typeof AccountMenu> & { open: boolean; onClose: () => void }

export function AccountSheet({ email, name, theme, open, onClose }: Props) {
  const t = useTexts()
  return (
    <Sheet open={open} onClose={onClose} title={t('shell.account')}>
      <div className="flex flex-col gap-5 pt-1">
        <div className="flex items-center gap-3">
          <Avatar name={name || email} className="size-10 text-base" />
          <div className="min-w-0">
            <p dir="auto" className="wrap-anywhere text-left font-medium">
              {name || email}
            </p>
            {name ? <p className="wrap-anywhere text-muted text-sm">{email}</p> : null}
          </div>
        </div>
        <ThemeChoice theme={theme} />
        <ButtonLink Icon={ShieldCheck} href="/settings/security" onClick={onClose}>
          {t('shell.security')}
        </ButtonLink>
        <Button Icon={LogOut} onClick={signOut}>
          {t('shell.signOut')}
        </Button>
      </div>
    </Sheet>
  )
}
