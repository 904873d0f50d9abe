import { pay } from '@/lib/messages/pay'

/** Renders the test mode band with the payer's copy: a line at the window's edge with a tab below it. Takes no height. */
export function PayTestBand() {
  return (
    <header className="absolute inset-x-0 top-0 z-10 print:hidden">
      <div className="h-[3px] bg-test-line" />
      <p className="mx-auto w-fit rounded-b-md bg-test px-3 py-0.5 text-center text-on-test text-xs">
        <strong className="font-semibold">{pay.testMode}</strong>
        <span aria-hidden> · </span>
        <span className="sr-only">: </span>
        {pay.testModeHint}
      </p>
    </header>
  )
}
