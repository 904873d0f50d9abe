import type { EventKind } from '@/lib/contract/event-kinds'
import type { EndpointDraft } from '@/lib/contract/panel/endpoints'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { StepUp } from '@/lib/dashboard/schema/step-up'

type Act<Input, Data = unknown> = (input: Input) => Promise<ActionResult<Data>>
type ConfirmedAct<Input, Data = unknown> = (input: Input, stepUp: StepUp) => Promise<ActionResult<Data>>

/** Actions on endpoints, bound to the account of the page. */
export type EndpointActions = {
  /** The step-up is checked only if the address changes. */
  edit: ConfirmedAct<EndpointDraft & { id: string }>
  change: ConfirmedAct<{ id: string; to: 'pause' | 'resume' | 'delete' }>
  answerMissed: Act<{ id: string; send: boolean }, { queued: number }>
  /** `secret` is null if a rotation is already under way. */
  rotate: ConfirmedAct<{ id: string; mode: 'stage' | 'overlap' }, { secret: string | null }>
  /** `secret` is null if no rotation is under way any more. */
  showNextSecret: ConfirmedAct<{ id: string }, { secret: string | null }>
  endRotation: ConfirmedAct<{ id: string; act: 'use_now' | 'cancel' }, { ended: boolean }>
  /** `deliveryId` is null if the endpoint is paused. */
  sendTest: Act<{ id: string; kind: EventKind }, { deliveryId: string | null }>
}

export type AddEndpoint = ConfirmedAct<EndpointDraft, { id: string; secret: string }>
