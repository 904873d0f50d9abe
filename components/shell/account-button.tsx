'use client'

import { type ComponentProps, useState } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { type AccountMenu, Avatar } from './account-menu'

const accountSheet = lazyModule(() => import('./account-sheet').then((module) => module.AccountSheet))

/** Renders the button of the account sheet on a phone. The sheet is loaded when it is first opened. */
export function AccountButton(props: ComponentProps<typeof AccountMenu>) {
  const t = useTexts()
  const [open, setOpen] = useState<boolean | null>(null)
  const AccountSheet = useLazyModule(accountSheet)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open === true}
        {...accountSheet.intent}
        onClick={async () => {
          if (await accountSheet.loadOrNull()) setOpen(true)
        }}
        className="hit flex min-w-8 items-center justify-center rounded-md hover:bg-hover pointer-coarse:min-w-11"
      >
        <Avatar name={props.name || props.email} />
        <span className="sr-only">{t('shell.accountMenu')}</span>
      </button>
      {open !== null && AccountSheet ? (
        <AccountSheet {...props} open={open} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
