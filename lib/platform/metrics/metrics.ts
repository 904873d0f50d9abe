import { Counter, Histogram, type MetricConfiguration, register } from 'prom-client'

/** Bounds of durations in seconds, around the goals of docs/develop.md. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

// A process may load this module twice, in Next's bundle and outside of it; both count in the same metric.
function counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
  return known<Counter<Label>>(name) ?? new Counter({ name, help, labelNames })
}

function histogram<Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> {
  return known<Histogram<Label>>(name) ?? new Histogram({ name, help, labelNames, buckets: SECONDS })
}

// Names are given once, so a known metric has the type of its name.
const known = <Kind>(name: MetricConfiguration<string>['name']) =>
  register.getSingleMetric(name) as Kind | undefined

/** Events that a process counts as they happen (docs/monitoring.md). */
export const metrics = {
  requests: histogram('checkout_http_request_duration_seconds', 'Duration of requests', [
    'route',
    'method',
    'status',
  ]),
  charges: counter('checkout_charges_total', 'Charges that ended, by outcome', ['outcome']),
  deliveries: counter('checkout_delivery_attempts_total', 'Attempts of webhook deliveries, by result', [
    'result',
  ]),
  drift: counter('checkout_mirror_drift_total', 'Objects that the mirror lacked or showed wrong', []),
  mails: counter('checkout_mails_total', 'Attempts to send mails, by result', ['result']),
  jobFailures: counter('checkout_job_failures_total', 'Failed rounds of background jobs', ['task']),
  databaseWaits: histogram('checkout_database_wait_seconds', 'Waits for a connection to the database', []),
}
