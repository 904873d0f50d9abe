import type { ReactNode } from 'react'
import { pay } from '@/lib/messages/pay'

/** One column; the merchant's name stands foremost. `testMode` puts the band on top. */
export function PayLayout({
  merchantName,
  testMode,
  children,
}: {
  merchantName: string | null
  testMode: boolean
  children: ReactNode
}) {
  return (
    <>
      {testMode ? (
        <header className="bg-test px-4 py-1.5 text-center text-on-test text-sm print:hidden">
          <strong className="font-semibold">{pay.testMode}.</strong> {pay.testModeHint}
        </header>
      ) : null}
      <main className="mx-auto flex w-full max-w-[27rem] flex-col gap-5 px-4 py-6 sm:py-12">
        {merchantName ? (
          <p className="flex items-center gap-3">
            <span
              aria-hidden
              className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-accent font-semibold text-lg text-on-accent"
            >
              {merchantName.trim().slice(0, 1).toUpperCase()}
            </span>
            <span dir="auto" className="min-w-0 break-words font-semibold text-lg">
              {merchantName}
            </span>
          </p>
        ) : null}
        {children}
      </main>
    </>
  )
}
