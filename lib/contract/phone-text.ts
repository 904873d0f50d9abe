import {
  digitsOf,
  hasPhoneDigits,
  isRoundedNumber,
  PHONE_DIGITS_MAX,
  PHONE_DIGITS_MIN,
} from '@/lib/domain/phone'
import { PHONE_TEXT_MAX } from './limits'
import { problem, trimmedText } from './text'

/** A trimmed phone, kept as sent. Issue codes: invalid_phone, rounded_phone. */
export const phoneText = trimmedText({ min: 0, max: PHONE_TEXT_MAX })
  .superRefine((text, check) => {
    if (isRoundedNumber(text)) {
      return check.addIssue(
        problem(
          'rounded_phone',
          'Must be a phone number, not one that a spreadsheet has rounded, such as 4.15E+09. Format the column as text.',
        ),
      )
    }
    if (!hasPhoneDigits(digitsOf(text))) {
      check.addIssue(problem('invalid_phone', `Must have ${PHONE_DIGITS_MIN} to ${PHONE_DIGITS_MAX} digits.`))
    }
  })
  .meta({
    description: `Any spelling with ${PHONE_DIGITS_MIN} to ${PHONE_DIGITS_MAX} digits. Answered as sent; unique within the account by its E.164 form.`,
    pattern: `^(\\D*\\d){${PHONE_DIGITS_MIN},${PHONE_DIGITS_MAX}}\\D*$`,
  })
