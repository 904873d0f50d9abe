import { shell } from '@/lib/messages/shell'

/**
 * Renders the test-mode line at the window's edge and its tab with the label, on every page of a deployment with the test
 * bank. On a desktop the tab is in the upper margin and takes no height.
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

/** Renders the tab of the band, without its line. */
function TestTab() {
  return (
    <p className="mx-auto w-fit rounded-b-md bg-test px-3 py-px text-center text-on-test text-xs">
      <strong className="font-semibold">{shell.testMode}</strong>
      <span aria-hidden> · </span>
      <span className="sr-only">: </span>
      {shell.testModeHint}
    </p>
  )
}
