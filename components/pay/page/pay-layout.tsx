import type { ReactNode } from 'react'
import { common } from '@/lib/messages/common'
import { pay } from '@/lib/messages/pay'
import { PayTestBand } from './pay-test-band'

type Props = {
  testMode: boolean
  /** Who is paid, what and how much. Without it the page only says one thing, in its middle. */
  aside?: ReactNode
  /** Whom to ask. */
  help?: ReactNode
  /** The form, or how it ended. */
  children: ReactNode
}

/**
 * The frame of everything a payer sees. On a phone one column; on a desk the merchant and what is paid on the canvas, the
 * form on a surface that fills its half. The order of the document is the phone's.
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

/** Whose house it is, quietly. */
function Foot({ className }: { className?: string }) {
  return (
    <p className={`flex items-center gap-1 text-muted text-xs ${className ?? ''}`}>
      {pay.poweredBy}
      <span className="font-semibold text-text">{common.product}</span>
    </p>
  )
}
