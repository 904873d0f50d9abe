import {
  answerMissedAction,
  changeEndpointAction,
  editEndpointAction,
  endRotationAction,
  rotateSecretAction,
  sendTestAction,
  showNextSecretAction,
} from '@/app/(dashboard)/[account]/(panel)/developers/webhooks/actions'
import { useAct } from '@/components/data/read'

/** Returns the actions on an endpoint of the page's account. */
export function useEndpointActions() {
  return {
    edit: useAct(editEndpointAction),
    change: useAct(changeEndpointAction),
    answerMissed: useAct(answerMissedAction),
    /** Its secret is null if a rotation is already under way. */
    rotate: useAct(rotateSecretAction),
    /** Its secret is null if no rotation is under way any more. */
    showNextSecret: useAct(showNextSecretAction),
    endRotation: useAct(endRotationAction),
    /** Its delivery is null if the endpoint is paused. */
    sendTest: useAct(sendTestAction),
  }
}

export type EndpointActions = ReturnType<typeof useEndpointActions>
