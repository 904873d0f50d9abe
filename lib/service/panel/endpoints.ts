import type { DeliveryStatus } from '@/lib/contract/deliveries'
import { ApiError, type FieldError, invalidParameters } from '@/lib/contract/errors'
import { type EventKind, eventDataKeys, eventKinds, isEventKind } from '@/lib/contract/event-kinds'
import { eventSample } from '@/lib/contract/event-samples'
import { eventEnvelopeSchema, eventObjectSchemas } from '@/lib/contract/events'
import { fieldErrors } from '@/lib/contract/field-errors'
import { type JsonProblem, parseJsonObject } from '@/lib/contract/json'
import { createEndpoint, newSigningSecret } from '@/lib/service/webhooks/create-endpoint'
import { deleteEndpoint } from '@/lib/service/webhooks/delete-endpoint'
import { endpointHealth } from '@/lib/service/webhooks/endpoint-health'
import type { EndpointInput } from '@/lib/service/webhooks/endpoint-input'
import { type EndpointRow, getEndpoint } from '@/lib/service/webhooks/endpoint-row'
import { listEndpoints } from '@/lib/service/webhooks/list-endpoints'
import { answerMissed } from '@/lib/service/webhooks/missed-events'
import { pauseEndpoint } from '@/lib/service/webhooks/pause-endpoint'
import { recordTestEvent } from '@/lib/service/webhooks/record-test-event'
import { resumeEndpoint } from '@/lib/service/webhooks/resume-endpoint'
import {
  beginRotation,
  endRotation,
  type Rotated,
  showNextSecret,
} from '@/lib/service/webhooks/rotate-secret'
import { countSkipped } from '@/lib/service/webhooks/send-skipped'
import { updateEndpoint } from '@/lib/service/webhooks/update-endpoint'
import type { Panel, PanelContext } from './panel'

type Rules = Pick<Panel, 'keyring' | 'testMode'>

/** Number of deliveries on an endpoint's page; a separate list has all of them. */
const LATEST_DELIVERIES = 8

/** An endpoint in the panel. Instants are ISO 8601. */
export interface PanelEndpoint {
  id: string
  url: string
  description: string | null
  status: 'ACTIVE' | 'PAUSED'
  /** null = every kind of event. */
  kinds: EventKind[] | null
  createdAt: string
  /** True if its address is that of the dashboard that shows it. */
  own: boolean
  failingSince: string | null
  /** Instant from which the current secret signs. */
  secretSince: string
  /** Current rotation; one that has ended by time is none. */
  rotation: { mode: 'STAGED' | 'OVERLAP'; endsAt: string } | null
  health: {
    attempts: number
    succeeded: number
    p95Ms: number | null
    lastFailure: { at: string; errorClass: string; answerStatus: number | null } | null
  }
  /** Number of events skipped by pauses for which no decision was made. */
  missed: number
  /** Start of the pauses that `missed` counts; null = no decision is open. */
  missedSince: string | null
}

/** A mail about the failure of an endpoint: `number` is 1 to 3, `at` ISO 8601. */
export interface SentNotice {
  number: number
  to: string
  at: string
}

export interface PanelDelivery {
  id: string
  kind: string
  objectId: string
  status: DeliveryStatus
  test: boolean
  createdAt: string
  attempts: number
  answerStatus: number | null
  errorClass: string | null
}

/** Returns the account's endpoints, newest first. `ownUrl`: the address of the dashboard's own receiver. */
export async function listPanelEndpoints(panel: PanelContext, ownUrl: string): Promise<PanelEndpoint[]> {
  return shown(panel, await listEndpoints(panel), ownUrl)
}

/** Returns one endpoint with its newest deliveries. Throws 404 `resource_not_found`. */
export async function readPanelEndpoint(
  panel: PanelContext,
  id: string,
  ownUrl: string,
): Promise<{ endpoint: PanelEndpoint; deliveries: PanelDelivery[]; notices: SentNotice[] }> {
  const row = await getEndpoint(panel, id)
  const [endpoints, deliveries, notices] = await Promise.all([
    shown(panel, [row], ownUrl),
    latestDeliveries(panel, { endpointId: id, limit: LATEST_DELIVERIES }),
    listSentNotices(panel, id),
  ])
  // One row in gives one row out.
  return { endpoint: endpoints[0] as PanelEndpoint, deliveries, notices }
}

/** Returns the newest mails about failures of an endpoint, newest first. */
async function listSentNotices({ db, accountId }: PanelContext, id: string): Promise<SentNotice[]> {
  const { rows } = await db.query<{ notices_sent: SentNotice[] }>({
    text: 'SELECT notices_sent FROM service.webhook_endpoint WHERE account_id = $1 AND id = $2',
    values: [accountId, id],
  })
  return (rows[0]?.notices_sent ?? []).map(({ number, to, at }) => ({ number, to, at }))
}

/** Registers an address; the secret is returned only this once. Throws 400 `invalid_parameters`. */
export async function addEndpoint(panel: PanelContext, input: EndpointInput, rules: Rules) {
  const { id, secret } = await createEndpoint(panel, input, rules)
  return { id, secret }
}

/** Changes address, description and kinds. Throws 404 `resource_not_found` and 400 `invalid_parameters`. */
export async function editEndpoint(panel: PanelContext, id: string, input: EndpointInput, rules: Rules) {
  await updateEndpoint(panel, id, input, rules)
}

const changes = { pause: pauseEndpoint, resume: resumeEndpoint, delete: deleteEndpoint } as const
export type EndpointChange = keyof typeof changes

/** Pauses, resumes or deletes an endpoint. Throws 404 `resource_not_found`. */
export async function changeEndpoint(panel: PanelContext, id: string, to: EndpointChange): Promise<void> {
  await changes[to](panel, id)
}

/**
 * Sends the events that an endpoint missed while it was paused, or skips them. Returns the number of queued deliveries.
 */
export function answerMissedEvents(
  panel: PanelContext,
  answer: { id: string; send: boolean },
): Promise<number> {
  return answerMissed(panel, answer)
}

/** Returns the address of an endpoint. Throws 404 `resource_not_found`. */
export async function endpointAddress(panel: PanelContext, id: string): Promise<string> {
  return (await getEndpoint(panel, id)).url
}

/** Returns whether an endpoint sends to the dashboard's own receiver. Throws 404 `resource_not_found`. */
export async function isOwnEndpoint(panel: PanelContext, id: string, ownUrl: string): Promise<boolean> {
  return (await endpointAddress(panel, id)) === ownUrl
}

/** Returns a new, unused signing secret. */
export function makeSigningSecret(): string {
  return newSigningSecret()
}

/** Starts the rotation to a secret. Not ok during another rotation. Throws 404 `resource_not_found`. */
export function beginSecretRotation(
  panel: PanelContext,
  input: { id: string; mode: 'stage' | 'overlap'; secret: string },
  { keyring }: Rules,
): Promise<Rotated> {
  return beginRotation(panel, input, keyring)
}

/** Returns the new secret of the current rotation again; null without one. Throws 404 `resource_not_found`. */
export function showRotationSecret(
  panel: PanelContext,
  id: string,
  { keyring }: Rules,
): Promise<string | null> {
  return showNextSecret(panel, id, keyring)
}

/** Ends the current rotation by hand. Not ok without one. Throws 404 `resource_not_found`. */
export function endSecretRotation(
  panel: PanelContext,
  input: { id: string; act: 'use_now' | 'cancel' },
  { keyring }: Rules,
): Promise<Rotated> {
  return endRotation(panel, input, keyring)
}

/**
 * Sends a test event to one endpoint: `data` is the text of the event's `data`, one object under the key of its kind.
 * Returns the delivery's id; null = the endpoint is paused. Throws 404 `resource_not_found`, and 400
 * `invalid_parameters` on `kind` or `data`.
 */
export async function sendTestEvent(
  panel: PanelContext,
  { id, kind, data }: { id: string; kind: string; data: string },
): Promise<string | null> {
  if (!isEventKind(kind)) throw refused('kind', 'invalid_value', messages.kind)
  return recordTestEvent(panel, { endpointId: id, kind, object: readSample(kind, data) })
}

/** Returns the sample of each kind of event: the text of its `data`. */
export function testSamples(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    eventKinds.map((kind) => {
      const { data } = eventEnvelopeSchema.parse(eventSample(kind))
      return [kind, JSON.stringify(data, null, 2)]
    }),
  )
}

/** Parses a typed sample. Throws 400 `invalid_parameters` on the field `data`, with the first problem and its path. */
function readSample(kind: EventKind, text: string): { id: string } {
  const json = parseJsonObject(text)
  if (!json.ok) {
    const path = json.reason === 'malformed' ? lineOfSyntaxError(text) : json.field
    throw refused('data', json.reason, withPath(path, jsonProblems[json.reason]))
  }
  const key = eventDataKeys[kind]
  const [other] = Object.keys(json.value).filter((name) => name !== key)
  if (!Object.hasOwn(json.value, key)) throw refused('data', 'required', messages.missingKey(key))
  if (other !== undefined) throw refused('data', 'unknown_field', messages.otherKey(other, key))
  const value = json.value[key]
  const parsed = eventObjectSchemas[key].safeParse(value)
  if (parsed.success) return parsed.data
  const [problem] = fieldErrors(parsed.error, value)
  const path = problem?.field ? `${key}.${problem.field}` : key
  throw refused('data', 'invalid_value', withPath(path, problem?.message ?? messages.shape))
}

/**
 * Returns `Line 3` for text that is not JSON; empty if the parser reports no position, because the text ends too early.
 */
function lineOfSyntaxError(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    const [, position] = /position (\d+)/.exec(String(error)) ?? []
    return position === undefined ? '' : `Line ${text.slice(0, Number(position)).split('\n').length}`
  }
}

function withPath(path: string, message: string): string {
  return path === '' ? message : `${path}: ${message}`
}

function refused(field: string, code: string, message: string) {
  const error: FieldError = { field, code, message }
  return invalidParameters([error])
}

const messages = {
  kind: 'There is no such event.',
  shape: 'Is not valid.',
  missingKey: (key: string) => `The object of this event stands under the key "${key}".`,
  otherKey: (other: string, key: string) => `Only the key "${key}" belongs here; "${other}" does not.`,
} as const

const jsonProblems: Record<JsonProblem, string> = {
  malformed: 'This is not valid JSON.',
  not_an_object: 'This must be a JSON object.',
  duplicate_key: 'This key stands twice in one object.',
  forbidden_key: 'This key cannot be used.',
  invalid_characters: 'Must not contain NUL or half a surrogate pair.',
  too_deep: 'This is nested too deep.',
}

/** One delivery of an endpoint, with the start of its newest response. */
export interface PanelTest {
  delivery: PanelDelivery
  attempt: { at: string; durationMs: number; answerHead: string | null } | null
}

/** Returns the state of a test. Throws 404 `resource_not_found`, also for a delivery of a real event. */
export async function readTestDelivery(
  panel: PanelContext,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<PanelTest> {
  const [delivery] = await latestDeliveries(panel, { endpointId: id, deliveryId, limit: 1 })
  if (!delivery?.test) throw new ApiError('resource_not_found')
  const { rows } = await panel.db.query<{
    attempted_at: Date
    duration_ms: number
    answer_head: string | null
  }>({
    text: `SELECT attempted_at, duration_ms, answer_head FROM service.delivery_attempt
      WHERE account_id = $1 AND delivery_id = $2 ORDER BY number DESC LIMIT 1`,
    values: [panel.accountId, deliveryId],
  })
  const row = rows[0]
  const attempt = row && {
    at: row.attempted_at.toISOString(),
    durationMs: row.duration_ms,
    answerHead: row.answer_head,
  }
  return { delivery, attempt: attempt ?? null }
}

interface DeliveryRow {
  id: string
  kind: string
  object_id: string
  status: DeliveryStatus
  test: boolean
  created_at: Date
  attempts: number
  last_answer_status: number | null
  last_error_class: string | null
}

async function latestDeliveries(
  { db, accountId }: PanelContext,
  { endpointId, deliveryId = null, limit }: { endpointId: string; deliveryId?: string | null; limit: number },
): Promise<PanelDelivery[]> {
  const { rows } = await db.query<DeliveryRow>({
    text: `SELECT id, kind, object_id, status, test, created_at, attempts, last_answer_status, last_error_class
      FROM service.delivery WHERE account_id = $1 AND endpoint_id = $2 AND ($3::text IS NULL OR id = $3)
      ORDER BY created_at DESC, id DESC LIMIT $4`,
    values: [accountId, endpointId, deliveryId, limit],
  })
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    objectId: row.object_id,
    status: row.status,
    test: row.test,
    createdAt: row.created_at.toISOString(),
    attempts: row.attempts,
    answerStatus: row.last_answer_status,
    errorClass: row.last_error_class,
  }))
}

async function shown(
  panel: PanelContext,
  rows: readonly EndpointRow[],
  ownUrl: string,
): Promise<PanelEndpoint[]> {
  const { db, accountId } = panel
  const [healthOf, missed] = await Promise.all([
    endpointHealth(
      panel,
      rows.map(({ id }) => id),
    ),
    Promise.all(
      rows.map((row) => (row.missed_since ? countSkipped(db, accountId, row.id, row.missed_since) : 0)),
    ),
  ])
  return rows.map((row, index) =>
    shownEndpoint(row, healthOf(row.id), missed[index] ?? 0, { ownUrl, now: panel.now() }),
  )
}

function shownEndpoint(
  row: EndpointRow,
  { lastFailure, ...health }: ReturnType<Awaited<ReturnType<typeof endpointHealth>>>,
  missed: number,
  { ownUrl, now }: { ownUrl: string; now: Date },
): PanelEndpoint {
  const { rotation, rotation_ends_at: endsAt, secret_since: since } = row
  const hasEnded = endsAt !== null && endsAt <= now
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    status: row.status === 'PAUSED' ? 'PAUSED' : 'ACTIVE',
    kinds: row.kinds,
    createdAt: row.created_at.toISOString(),
    own: row.url === ownUrl,
    failingSince: row.failing_since?.toISOString() ?? null,
    secretSince: ((hasEnded ? endsAt : since) ?? row.created_at).toISOString(),
    rotation: rotation && endsAt && !hasEnded ? { mode: rotation, endsAt: endsAt.toISOString() } : null,
    health: { ...health, lastFailure: lastFailure && { ...lastFailure, at: lastFailure.at.toISOString() } },
    missed,
    missedSince: row.missed_since?.toISOString() ?? null,
  }
}
