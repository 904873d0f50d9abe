import { shell } from '@/lib/messages/shell'

/**
 * On every page of a deployment that runs the test bank: a line that stays at the window's edge, and a tab hanging from
 * it that says what it means. On a desk the tab lies in the screen's upper margin and takes no height.
 */
export function TestBand() {
  return (
    <>
      <div aria-hidden className="fixed inset-x-0 top-0 z-30 h-[3px] bg-test-line" />
      <div className="relative z-20 px-4 md:-mb-6 md:pt-[3px]">
        <TestTab />
      </div>
    </>
  )
}

/** The words of the band, without its line. */
export function TestTab() {
  return (
    <p className="mx-auto w-fit rounded-b-md bg-test px-3 py-px text-center text-on-test text-xs">
      <strong className="font-semibold">{shell.testMode}</strong>
      <span aria-hidden> · </span>
      <span className="sr-only">: </span>
      {shell.testModeHint}
    </p>
  )
}
