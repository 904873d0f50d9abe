import type { DeliveryStatus } from '@/lib/contract/deliveries'
import type { EventKind } from '@/lib/contract/event-kinds'

/** A webhook endpoint. Instants are ISO 8601. */
export type ShownEndpoint = {
  id: string
  url: string
  description: string | null
  status: 'ACTIVE' | 'PAUSED'
  /** null = every kind of event. */
  kinds: readonly EventKind[] | null
  createdAt: string
  /** Its address is the one of this dashboard. */
  own: boolean
  failingSince: string | null
  /** The instant from which the current secret signs. */
  secretSince: string
  rotation: { mode: 'STAGED' | 'OVERLAP'; endsAt: string } | null
  /** Counts of the newest attempts, at most a day old. */
  health: {
    attempts: number
    succeeded: number
    /** null = none of the attempts was answered. */
    p95Ms: number | null
    lastFailure: { at: string; errorClass: string; answerStatus: number | null } | null
  }
  /** Events skipped by pauses that nobody has answered for. */
  missed: number
  /** The start of the pauses that `missed` is about; null = none is open. */
  missedSince: string | null
}

/** A delivery on its endpoint's page. */
export type EndpointDelivery = {
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

/** A mail about an endpoint's failure: the first, the one after a day, or the one after five days. */
export type SentNotice = { number: number; to: string; at: string }

export type EndpointDetail = {
  endpoint: ShownEndpoint
  deliveries: readonly EndpointDelivery[]
  /** The newest mails about its failures, the newest first. */
  notices: readonly SentNotice[]
}

/** How far a test event has come. */
export type TestDelivery = {
  delivery: EndpointDelivery
  /** The newest attempt; null = none was made yet. */
  attempt: { at: string; durationMs: number; answerHead: string | null } | null
}

/** The settings of an endpoint as they are typed. */
export type EndpointDraft = { url: string; description: string; kinds: readonly string[] | null }
