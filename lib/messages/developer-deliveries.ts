import type {
  AnswerFilter,
  DeliveryStatus,
  FailureCause,
  RetryRunStatus,
} from '@/lib/contract/panel/deliveries'
import { panelLists } from './developers'
import { listTexts } from './filters'

const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)
const deliveriesOf = (count: string) => (count === '1' ? '1 delivery' : `${count} deliveries`)

const retrying = 'Retrying'
const states = {
  PENDING: 'Waiting',
  SUCCEEDED: 'Delivered',
  FAILED: 'Failed',
  SKIPPED: 'Skipped',
} as const satisfies Record<DeliveryStatus, string>
const meanings = {
  PENDING: 'Not sent yet: the first attempt is due.',
  SUCCEEDED: 'The endpoint answered 2xx.',
  FAILED: 'All automatic attempts failed. It can be sent again by hand.',
  SKIPPED: 'Not sent: the endpoint was paused or deleted.',
} as const satisfies Record<DeliveryStatus, string>

/** Texts of the deliveries list. */
export const deliveries = {
  ...listTexts('delivery', 'deliveries'),
  title: 'Deliveries',
  one: 'Delivery',
  statusTabs: 'Deliveries by result',
  status: { ...states, PENDING: `${states.PENDING} or ${retrying.toLowerCase()}` },
  tabMeaning: {
    ...meanings,
    PENDING: 'Not answered with 2xx yet: the first attempt or the next one is due.',
  },
  /** PENDING means never attempted; a delivery that failed and will be attempted again is shown as retrying. */
  state: { ...states, RETRYING: retrying },
  meaning: { ...meanings, RETRYING: 'Failed so far: the next attempt follows by the schedule.' },
  searchLabel: 'Search deliveries',
  searchHint: 'whd_…, evt_… or object ID',
  searchedAs: {
    text: 'Searched by delivery, event and object ID, at any date',
    id: 'Searched by delivery, event and object ID, at any date',
  },
  ...panelLists,
  endpointFilter: 'Endpoint',
  kindFilter: 'Event',
  answerFilter: 'Last answer',
  createdFilter: 'Created',
  objectFilter: (id: string) => `Object ${id}`,
  runFilter: 'One bulk retry',
  answers: {
    '2xx': '2xx',
    '3xx': '3xx, redirect',
    '4xx': '4xx',
    auth: '401 or 403',
    gone: '404 or 410',
    limited: '429',
    other_4xx: 'Other 4xx',
    '5xx': '5xx',
    timeout: 'Time-out',
    connection: 'No connection',
    tls: 'TLS failure',
    dns: 'DNS failure',
    address_refused: 'Address refused',
    secret_unreadable: 'Not signed',
  } satisfies Record<AnswerFilter, string>,
  columns: {
    event: 'Event',
    object: 'Object',
    endpoint: 'Endpoint',
    result: 'Result',
    answer: 'Last answer',
    attempts: 'Attempts',
    created: 'Created',
    createdIn: (zone: string) => `Created (${zone})`,
  },
  attemptsOf: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  test: 'Test',
  next: 'next',
  noAnswerYet: 'not yet',
  neverSent: 'never sent',
  total: deliveriesOf,
  emptyTitle: 'No deliveries yet',
  emptyHint: 'They appear here by themselves as soon as something happens and an endpoint is registered.',
  emptyAction: 'Go to Webhooks',
  noneInStatus: {
    PENDING: 'No waiting or retrying deliveries',
    SUCCEEDED: 'No delivered events',
    FAILED: 'No failed deliveries',
    SKIPPED: 'No skipped deliveries',
  } satisfies Record<DeliveryStatus, string>,
  noneOf: {
    PENDING: 'No waiting or retrying delivery',
    SUCCEEDED: 'No successful delivery',
    FAILED: 'No failed delivery',
    SKIPPED: 'No skipped delivery',
  } satisfies Record<DeliveryStatus, string>,
  noneFurther: 'No deliveries further back',
  noMatchSearchHint: 'Paste a whole ID: of a delivery, an event, or the object that the event is about.',
  listLabel: 'Deliveries',
  ofObject: 'Deliveries to your endpoints',
  doctor: 'Delivery doctor',
} as const

/** Causes of a failed attempt: a short name, the meaning, and the remedy. */
export const failures = {
  dns: {
    name: 'DNS',
    meaning: 'The host name could not be resolved.',
    fix: 'Check the spelling of the host in the endpoint’s URL, and that it has a public A or AAAA record.',
  },
  tls: {
    name: 'TLS',
    meaning: 'The TLS handshake failed.',
    fix: 'Renew the certificate, serve its whole chain, and make sure that it names this host.',
  },
  connection: {
    name: 'no connection',
    meaning: 'The connection was refused, was closed early, or what came back was not HTTP.',
    fix: 'Check that the server runs, listens on this port and lets us through its firewall.',
  },
  timeout: {
    name: 'time-out',
    meaning: 'No whole answer came within 10 seconds.',
    fix: 'Answer 2xx as soon as the event is stored, and do the work afterwards.',
  },
  auth: {
    name: '401 or 403',
    meaning: 'The endpoint refused the call as not authorized.',
    fix: 'Exempt this path from log-in, API gateways and bot protection. Check the signature instead, with the endpoint’s current secret.',
  },
  gone: {
    name: '404 or 410',
    meaning: 'The server has nothing at this address.',
    fix: 'Correct the path in the endpoint’s URL, or deploy the route that it names.',
  },
  '3xx': {
    name: 'redirect',
    meaning: 'The endpoint redirects. Redirects are not followed.',
    fix: 'Register the final URL: mind http or https, www, and a slash at the end.',
  },
  limited: {
    name: '429',
    meaning: 'The endpoint limits how often it is called.',
    fix: 'Raise the limit for this path. A bulk retry sends at most 10 events a second.',
  },
  other_4xx: {
    name: 'other 4xx',
    meaning: 'The endpoint rejected the request.',
    fix: 'Read the answer below: usually the signature check fails, or the body is parsed with another content type.',
  },
  '5xx': {
    name: '5xx',
    meaning: 'The endpoint failed while it handled the event.',
    fix: 'Look for this moment in the server’s log. An event that cannot be processed is best stored and answered with 2xx.',
  },
  address_refused: {
    name: 'address refused',
    meaning: 'The host resolves to a private, local or reserved address, which is never called.',
    fix: 'Give the host a public address, or register a public one.',
  },
  secret_unreadable: {
    name: 'not signed',
    meaning: 'The signing secret could not be read, so nothing was sent.',
    fix: 'Rotate the secret of this endpoint. If it happens again, contact support.',
  },
} as const satisfies Record<FailureCause, { name: string; meaning: string; fix: string }>

/** Texts of one delivery. */
export const delivery = {
  loading: 'Loading the delivery',
  retry: 'Retry',
  retrying: 'Sending…',
  retryQueued: 'One more attempt is on its way.',
  retryNotDone: 'It was not sent again.',
  retryInactive: 'It was not sent again: the endpoint is paused or deleted.',
  manualDue: 'A manual attempt is on its way.',
  failedSoFar: (count: number, when: string, next: number, max: number) =>
    `Failed ${times(count)}; the next attempt is ${when}, number ${next} of ${max}.`,
  dueNow: 'due now',
  attempts: 'Attempts',
  newestOnly: (shown: number, all: number) => `The newest ${shown} of ${all} attempts.`,
  next: (number: number, max: number) => `Automatic attempt ${number} of ${max}`,
  nextManual: 'Manual attempt',
  attempt: (number: number) => `Attempt ${number}`,
  automatic: 'automatic',
  manual: 'manual',
  recorded: 'Event recorded',
  took: (ms: string) => `${ms} ms`,
  answered: (status: number) => `Answered ${status}`,
  show: (number: number) => `Request and answer of attempt ${number}`,
  requestHeaders: 'Request headers',
  response: 'Answer, first 2 KiB of its body',
  answerHidden: 'The answer is hidden for your role: it may repeat contacts of the body.',
  names: {
    id: 'Delivery',
    event: 'Event',
    object: 'Object',
    endpoint: 'Endpoint',
    created: 'Created',
    run: 'Bulk retry',
  },
  endpointDeleted: 'deleted',
  runLink: 'Its progress',
} as const

/** Texts of bulk retries. */
export const retryRuns = {
  button: (count: string) => (count === '1' ? 'Retry this 1' : `Retry these ${count}`),
  buttonUncounted: 'Retry failed ones',
  planTitle: 'Retry deliveries',
  planSentence: (count: string) => `${deliveriesOf(count)} will be sent once more, the oldest first.`,
  planNothing: 'Nothing to send again',
  planNothingHint: 'No failed delivery matches these filters.',
  inactive: (count: string) => `${deliveriesOf(count)} of paused or deleted endpoints stay as they are.`,
  successesStay: 'Deliveries that succeeded are not sent again.',
  successesGo:
    'These were delivered before: the endpoint receives them a second time, under the same delivery ID.',
  scheduleStays: 'The automatic schedule stays as it is: this uses up none of its attempts.',
  what: 'What will be sent',
  span: (oldest: string, newest: string) => `Created from ${oldest} to ${newest}`,
  takes: (span: string) => `Queued within ${span}.`,
  start: (count: string) => (count === '1' ? 'Retry 1 delivery' : `Retry ${count} deliveries`),
  starting: 'Starting',
  notStarted: 'The bulk retry was not started.',
  notStartedHint: 'Another one runs already, or nothing is left to send.',
  title: 'Bulk retry',
  titleOf: (count: string) => `Bulk retry of ${deliveriesOf(count)}`,
  loading: 'Loading the bulk retry',
  status: {
    RUNNING: 'Running',
    STOPPED: 'Stopped',
    DONE: 'Done',
  } satisfies Record<RetryRunStatus, string>,
  sentence: {
    RUNNING: 'Deliveries are being queued. You can leave this page; the run goes on.',
    STOPPED: 'Stopped. What was not sent by then stays as it was.',
    DONE: 'All of its deliveries are queued.',
  } satisfies Record<RetryRunStatus, string>,
  finished: 'Finished. Every delivery of it was sent.',
  progress: 'Queued deliveries',
  progressText: (queued: string, total: string) => `${queued} of ${total}`,
  figures: 'Results so far',
  queued: 'Queued',
  waiting: 'Waiting to be sent',
  delivered: 'Delivered',
  failed: 'Failed again',
  showThem: 'Show its deliveries',
  stop: 'Stop',
  stopping: 'Stopping',
  stopped: 'The bulk retry is stopped.',
  notStopped: 'The bulk retry was not stopped.',
  banner: {
    RUNNING: (queued: string, total: string) => `A bulk retry runs: ${queued} of ${total} queued`,
    STOPPED: (queued: string, total: string) =>
      `The last bulk retry was stopped: ${queued} of ${total} queued`,
    DONE: (_queued: string, total: string) => `The last bulk retry is done: ${deliveriesOf(total)}`,
  } satisfies Record<RetryRunStatus, (queued: string, total: string) => string>,
  bannerLink: 'Show its progress',
} as const

/** Texts of the delivery doctor. */
export const doctor = {
  title: 'Delivery doctor',
  lead: 'Deliveries of the last 7 days that failed or are retrying, by cause and endpoint.',
  healthy: 'Nothing failed',
  healthyHint: 'No delivery to a current endpoint failed in the last 7 days.',
  count: deliveriesOf,
  since: 'since',
  example: 'Last answer',
  fix: 'What to fix',
  stillFails: 'It still fails. Fix it, then send a test event.',
  paused: 'The endpoint is paused. Resume it, then send a test event.',
  answersAgain: (time: string) => `Answers again: last success ${time}.`,
  test: 'Send test event',
} as const
