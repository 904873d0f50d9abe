import type {
  AnswerFilter,
  DeliveryStatus,
  FailureCause,
  RetryRunStatus,
} from '@/lib/contract/panel/deliveries'
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
  PENDING: 'Not sent yet. The first attempt is due.',
  SUCCEEDED: 'The endpoint responded with 2xx.',
  FAILED: 'All automatic attempts failed.',
  SKIPPED: 'Not sent. The endpoint was paused or deleted.',
} as const satisfies Record<DeliveryStatus, string>

/** Causes of a failed attempt, in the order of the filter: a short name, the meaning, and the remedy. */
export const failures = {
  '3xx': {
    name: 'Redirect',
    meaning: 'The endpoint redirects, which we don’t follow',
    fix: 'Register the final URL. Check https, www and the trailing slash.',
  },
  auth: {
    name: '401 or 403',
    meaning: 'The endpoint refused the request as unauthorized',
    fix: 'Exempt this path from sign-in and bot protection. Verify the signature with the current secret instead.',
  },
  gone: {
    name: '404 or 410',
    meaning: 'The server has nothing at this address',
    fix: 'Correct the path in the endpoint’s URL, or deploy its route.',
  },
  limited: {
    name: '429',
    meaning: 'The endpoint limits the rate of requests',
    fix: 'Raise the limit for this path. A bulk retry sends up to 10 events a second.',
  },
  other_4xx: {
    name: 'Other 4xx',
    meaning: 'The endpoint rejected the request',
    fix: 'Read the response. Usually the signature check or the content type is the cause.',
  },
  '5xx': {
    name: '5xx',
    meaning: 'The endpoint failed while handling the event',
    fix: 'Check the server’s log for this time. If an event can’t be processed, store it and respond with 2xx.',
  },
  timeout: {
    name: 'Timeout',
    meaning: 'No complete response within 10 seconds',
    fix: 'Store the event, respond with 2xx, then process it.',
  },
  connection: {
    name: 'No connection',
    meaning: 'The server refused or closed the connection, or didn’t speak HTTP',
    fix: 'Check that the server is running, listens on this port and allows our requests.',
  },
  tls: {
    name: 'TLS',
    meaning: 'The TLS handshake failed',
    fix: 'Renew the certificate and serve its whole chain. It must name this host.',
  },
  dns: {
    name: 'DNS',
    meaning: 'The host name didn’t resolve',
    fix: 'Check the host in the endpoint’s URL. It needs a public A or AAAA record.',
  },
  address_refused: {
    name: 'Address refused',
    meaning: 'The host resolves to a private or reserved address',
    fix: 'Give the host a public address, or register another host.',
  },
  secret_unreadable: {
    name: 'Not signed',
    meaning: 'The signing secret couldn’t be read, so nothing was sent',
    fix: 'Rotate the endpoint’s secret. If it happens again, contact support.',
  },
} as const satisfies Record<FailureCause, { name: string; meaning: string; fix: string }>

const causes = Object.entries(failures).map(([cause, { name }]) => [cause, name])

/** Texts of the deliveries list. */
export const deliveries = {
  ...listTexts('delivery', 'deliveries'),
  one: 'Delivery',
  statusTabs: 'Deliveries by result',
  status: { ...states, PENDING: `${states.PENDING} or ${retrying.toLowerCase()}` },
  /** PENDING means never attempted; a delivery that failed and will be attempted again is shown as retrying. */
  state: { ...states, RETRYING: retrying },
  meaning: { ...meanings, RETRYING: 'Failed so far. The next attempt is scheduled.' },
  searchLabel: 'Search deliveries',
  searchHint: 'Delivery, event or object ID',
  searchedAs: { text: 'Searched by delivery, event and object ID, at any date' },
  searchedAnyDate: 'any date',
  objectFilter: (id: string) => `Object ${id}`,
  runFilter: 'One bulk retry',
  answers: { '2xx': '2xx', '4xx': '4xx', ...Object.fromEntries(causes) } as Record<AnswerFilter, string>,
  columns: {
    event: 'Event',
    object: 'Object',
    endpoint: 'Endpoint',
    result: 'Result',
    answer: 'Last response',
    attempts: 'Attempts',
    created: 'Created',
    createdIn: (zone: string) => `Created (${zone})`,
  },
  test: 'Test',
  noAnswerYet: 'no response yet',
  neverSent: 'never sent',
  total: deliveriesOf,
  emptyTitle: 'No deliveries yet',
  emptyHint: 'Add an endpoint to receive events.',
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
  noMatchSearchHint: 'Paste the whole ID of a delivery, an event or its object.',
  listLabel: 'Deliveries',
  ofObject: 'Deliveries to your endpoints',
} as const

/** Texts of one delivery. */
export const delivery = {
  retry: 'Retry',
  retryQueued: 'Retry queued',
  retryNotDone: 'The delivery wasn’t retried.',
  retryInactive: 'Not retried. The endpoint is paused or deleted.',
  manualDue: 'A manual attempt is due.',
  failedSoFar: (count: number, when: string, next: number, max: number) =>
    `Failed ${times(count)}. Attempt ${next} of ${max} is ${when}.`,
  dueNow: 'due now',
  attempts: 'Attempts',
  newestOnly: (shown: number, all: number) => `The newest ${shown} of ${all} attempts`,
  next: (number: number, max: number) => `Automatic attempt ${number} of ${max}`,
  nextManual: 'Manual attempt',
  attempt: (number: number) => `Attempt ${number}`,
  automatic: 'automatic',
  manual: 'manual',
  took: (ms: string) => `${ms} ms`,
  delivered: (status: number, ms: string, attempt: number) =>
    `${status} in ${ms} ms, ${attempt === 1 ? 'first attempt' : `attempt ${attempt}`}`,
  answered: (status: number) => `Response ${status}`,
  show: (number: number) => `Request and response of attempt ${number}`,
  requestHeaders: 'Request headers',
  response: 'Response, first 2 KiB',
  responseHeaders: 'Response headers',
  answerHidden: 'Your role can’t see the response. It may contain contact details.',
  endpointDeleted: 'deleted',
  runLink: 'View progress',
} as const

/** Texts of bulk retries. */
export const retryRuns = {
  button: (count: string) => (count === '1' ? 'Retry this 1' : `Retry these ${count}`),
  planTitle: 'Retry deliveries',
  planSentence: (count: string) => `Sends ${deliveriesOf(count)} again, the oldest first.`,
  planNothing: 'Nothing to retry',
  planNothingHint: 'No failed delivery matches these filters.',
  inactive: (count: string) => `Not included: ${deliveriesOf(count)} to paused or deleted endpoints.`,
  successesStay: 'Delivered events aren’t sent again.',
  successesGo: 'The endpoint receives these a second time, with the same delivery ID.',
  what: 'By endpoint',
  span: (oldest: string, newest: string) => `Created from ${oldest} to ${newest}`,
  start: (count: string) => (count === '1' ? 'Retry 1 delivery' : `Retry ${count} deliveries`),
  starting: 'Starting…',
  notStarted: 'The bulk retry didn’t start',
  notStartedHint: 'Another bulk retry is running, or nothing is left to retry.',
  title: 'Bulk retry',
  titleOf: (count: string) => `Bulk retry of ${deliveriesOf(count)}`,
  status: {
    RUNNING: 'Running',
    STOPPED: 'Stopped',
    DONE: 'Done',
  } satisfies Record<RetryRunStatus, string>,
  sentence: {
    RUNNING: 'You can leave this page. The retry continues.',
    STOPPED: 'Deliveries that weren’t queued are unchanged.',
    DONE: 'All deliveries are queued.',
  } satisfies Record<RetryRunStatus, string>,
  finished: 'All deliveries were sent.',
  progress: 'Queued deliveries',
  progressText: (queued: string, total: string) => `${queued} of ${total}`,
  figures: 'Results so far',
  waiting: 'Waiting to be sent',
  failed: 'Failed again',
  showThem: 'View deliveries',
  stop: 'Stop',
  stopping: 'Stopping…',
  stopped: 'Bulk retry stopped',
  notStopped: 'The bulk retry wasn’t stopped.',
  banner: (status: string, queued: string, total: string) =>
    `Bulk retry ${status.toLowerCase()}: ${queued} of ${total} queued`,
} as const

/** Texts of the delivery doctor. */
export const doctor = {
  title: 'Delivery doctor',
  lead: 'Failed and retrying deliveries of the last 7 days, by cause and endpoint.',
  healthy: 'Nothing failed',
  healthyHint: 'No delivery failed in the last 7 days.',
  since: 'since',
  example: 'Last response',
  stillFails: 'Still failing',
  paused: 'Paused. Resume the endpoint first.',
  answersAgain: (time: string) => `Working again, last success ${time}`,
  test: 'Send test event',
} as const
