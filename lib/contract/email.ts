import { isEmail } from '@/lib/domain/email-address'
import { EMAIL_MAX } from './limits'
import { problem, trimmedText } from './text'

/** A trimmed e-mail address. Issue code: invalid_email. */
export const emailText = trimmedText({ min: 0, max: EMAIL_MAX })
  .superRefine((text, check) => {
    if (!isEmail(text))
      check.addIssue(problem('invalid_email', 'Must be an e-mail address, such as ana@example.com.'))
  })
  .meta({ format: 'email', maxLength: EMAIL_MAX })
