import { shell } from '@/lib/messages/shell'

/** On every page of a deployment that runs the test bank. */
export function TestBand() {
  return (
    <p className="bg-test px-4 py-1 text-center text-on-test text-xs">
      <strong className="font-semibold">{shell.testMode}</strong>
      <span aria-hidden> · </span>
      <span className="sr-only">: </span>
      {shell.testModeHint}
    </p>
  )
}
