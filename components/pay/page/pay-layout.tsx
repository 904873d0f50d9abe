import type { ReactNode } from 'react'
import { common } from '@/lib/messages/common'
import { pay } from '@/lib/messages/pay'
import { PayTestBand } from './pay-test-band'

type Props = {
  testMode: boolean
  /** The merchant, the description and the amount. Without it the page is a single centered message. */
  aside?: ReactNode
  /** Contact for questions. */
  help?: ReactNode
  /** The form or the outcome. */
  children: ReactNode
}

/**
 * Renders the frame of every page for payers: one column on a phone; on a desktop the merchant and the amount on the
 * left, and the form on a surface that fills the right half. The document keeps the order of the phone.
 */
export function PayLayout({ testMode, aside, help, children }: Props) {
  const band = testMode ? <PayTestBand /> : null
  if (!aside) {
    return (
      <>
        {band}
        <div className="flex min-h-dvh flex-col px-4">
          <main className="flex flex-1 flex-col items-center justify-center py-12">
            <div className="w-full max-w-[27rem] rounded-xl bg-surface p-6 shadow-card sm:p-8">
              {children}
            </div>
          </main>
          <Foot className="mx-auto pb-6" />
        </div>
      </>
    )
  }
  return (
    <>
      {band}
      <main className="mx-auto flex min-h-dvh w-full max-w-[29rem] flex-col px-4 pt-11 pb-6 sm:pt-16 lg:grid lg:max-w-none lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr] lg:p-0">
        <div className="min-w-0 lg:w-full lg:max-w-[30rem] lg:justify-self-end lg:pt-[max(4.5rem,11vh)] lg:pr-16 lg:pl-8 xl:pr-24">
          {aside}
        </div>
        <div className="mt-6 min-w-0 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:mt-0 lg:border-l lg:bg-surface">
          <div className="rounded-xl bg-surface p-4 shadow-card sm:p-6 lg:max-w-[35rem] lg:rounded-none lg:px-16 lg:pt-[max(4.5rem,11vh)] lg:pb-16 lg:shadow-none xl:px-24">
            {children}
          </div>
        </div>
        {help ? (
          <div className="mt-8 min-w-0 lg:col-start-1 lg:row-start-2 lg:w-full lg:max-w-[30rem] lg:justify-self-end lg:pr-16 lg:pl-8 xl:pr-24">
            {help}
          </div>
        ) : null}
        <div className="mt-auto pt-8 lg:col-start-1 lg:row-start-3 lg:w-full lg:max-w-[30rem] lg:self-end lg:justify-self-end lg:pr-16 lg:pb-10 lg:pl-8 xl:pr-24">
          <Foot />
        </div>
      </main>
    </>
  )
}

/** Renders the name of this product in small print. */
function Foot({ className }: { className?: string }) {
  return (
    <p className={`flex items-center gap-1 text-muted text-xs ${className ?? ''}`}>
      {pay.poweredBy}
      <span className="font-semibold text-text">{common.product}</span>
    </p>
  )
}
